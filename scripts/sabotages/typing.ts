import type { Sabotage } from "../contract/sabotage.ts";

const slots = "packages/core/src/engine/typing/typing-slots.ts";
const outbound = "packages/core/src/engine/typing/outbound-typing.ts";
const outbox = "packages/core/src/engine/outbound/outbox.ts";
const inbox = "packages/core/src/engine/inbound/inbox.ts";
const open = "packages/core/src/engine/typing/open-typings.ts";
const departures = "packages/agent-console/src/live/page-departures.ts";
const streams = "packages/agent-console/src/live/event-streams.ts";
const envelope = "packages/core/src/protocol/visitor-envelope.ts";

/** Typing in both directions, and notifications that do not exist (§4.4, §6, rulings 10 and 19). */
export const typingSabotages: readonly Sabotage[] = [
  {
    id: "typing-knob-ignored",
    file: outbound,
    find: 'channel.knobs.typing === "off" || !isOwnedBy(conversation.owner, backends)',
    replace: "!isOwnedBy(conversation.owner, backends)",
  },
  {
    id: "typing-fields-read",
    file: envelope,
    find: "const { json } = visitorId;",
    replace:
      'const { json } = visitorId;\n  if (typeof (fieldOf(message, "text") ?? "") !== "string") return wrongShape("message");',
  },
  {
    id: "typing-never-ends",
    file: envelope,
    find: 'envelope: { kind: "typing", visitorId: json, type: type.type }',
    replace: 'envelope: { kind: "typing", visitorId: json, type: "typein" }',
  },
  {
    id: "typing-never-begins",
    file: envelope,
    find: 'envelope: { kind: "typing", visitorId: json, type: type.type }',
    replace: 'envelope: { kind: "typing", visitorId: json, type: "typeout" }',
  },
  {
    id: "typing-stored",
    file: inbox,
    find: 'if (envelope.kind === "message") return envelope;',
    replace: `if (envelope.kind === "message") return envelope;
    void this.#ports.queue.append(this.#appendOf(pass, {
      ...envelope,
      kind: "message",
      profile: {},
      messages: [JSON.stringify({ type: "text", text: envelope.type })],
      clientMessageId: null,
      contentText: "",
      warnings: [],
    }));`,
  },
  {
    id: "typing-of-visitors-lost",
    file: "packages/core/src/engine/typing/inbound-typing.ts",
    find: "listener.typing(conversationId, type));",
    replace: "undefined);",
  },
  {
    id: "typing-of-visitors-not-overtaken",
    file: inbox,
    find: "typing.superseded(conversationId);",
    replace: "",
  },
  {
    id: "typing-never-stale",
    file: slots,
    find: "slot.cancelTimer = timers.after(staleMs, () => this.#end(conversationId, slot));",
    replace: "slot.cancelTimer = () => {};",
  },
  {
    id: "typing-once",
    file: outbound,
    find: "ticks: Array.from({ length: attemptLimit }, (_, index) => index * tickMs),",
    replace: "ticks: [0],",
  },
  {
    id: "typing-not-overtaken",
    file: "packages/core/src/engine/typing/typing-slots.ts",
    find: "if (slot) this.#end(conversationId, slot);",
    replace: "",
  },
  {
    id: "typing-as-message",
    file: outbox,
    find: "this.#ports.typing.typed(conversationId, type, backends);",
    replace: `void this.send({
      conversationId,
      idempotencyKey: null,
      sender: { name: "Agent" },
      message: { type: "text", text: type },
    });`,
  },
  {
    id: "typing-elsewhere",
    file: outbound,
    find: "endpoint.post(channel, body, {",
    replace: 'endpoint.post({ ...channel, id: "typing" }, body, {',
  },
  {
    id: "typing-of-agents-lost",
    file: outbox,
    find: "this.#ports.typing.typed(conversationId, type, backends);",
    replace: "",
  },
  {
    id: "typing-never-over",
    file: open,
    find: "if (isEndDue(this.#forget(conversationId))) this.#ports.onOver(conversationId);",
    replace: "this.#forget(conversationId);",
  },
  {
    id: "typing-left-at-the-stop",
    file: outbound,
    find: "this.#slots.finish(this.#open.stop(),",
    replace: "this.#slots.finish([],",
  },
  {
    id: "typing-outlives-its-session",
    file: streams,
    find: "endOf(sessionId: string): void {\n    this.#onGone(sessionId);",
    replace: "endOf(sessionId: string): void {",
  },
  {
    id: "typing-outlives-its-page",
    file: departures,
    find: "this.#waiting.delete(sessionId);\n      this.#onGone(sessionId);",
    replace: "this.#waiting.delete(sessionId);",
  },
  {
    id: "typing-ends-with-a-page-that-moved",
    file: departures,
    find: "if (this.#parts.isOpen(sessionId)) this.#moved.add(sessionId);",
    replace: "",
  },
  {
    id: "typing-flickers-on-several-nodes",
    file: open,
    find: "this.#unlisten = ports.signals.listen(ports.topic, (key) => this.#hear(key));",
    replace: "this.#unlisten = () => {};",
  },
  {
    id: "typing-flickers-for-colleagues",
    file: "packages/agent-console/src/conversations/typing-sessions.ts",
    find: "if (writing.get(conversationId)?.accountId === accountId)",
    replace: "if (accountId === null)",
  },
  {
    id: "typing-delays-the-stop",
    file: slots,
    find: " || !slot.running) this.#end(conversationId, slot);",
    replace: ") this.#end(conversationId, slot);",
  },
  {
    id: "typing-left-by-a-repeated-send",
    file: outbox,
    find: "if (wasTyping && !isStored)",
    replace: "if (wasTyping && !answer.accepted)",
  },
  {
    id: "typing-shown-for-good",
    file: "packages/client/src/receive/typing-ends.ts",
    find: "const cancel = this.#after(this.#afterMs, () => this.#endOf(key));",
    replace: "const cancel = () => {};",
  },
  {
    id: "typing-said-once",
    file: "packages/agent-console/page/conversations/composer/typing-signal.ts",
    find: 'this.#repeat = setInterval(() => this.#say("typein"), repeatMs);',
    replace: "this.#repeat = setInterval(() => {}, repeatMs);",
  },
  {
    id: "notified-when-taken",
    file: "packages/core/src/engine/engine.ts",
    find: "await this.#dispatcher.start();",
    replace:
      'this.#parts.activity.listen("inbound", (id) => this.#parts.outboundTyping.typed(id, "typeout"));\n    await this.#dispatcher.start();',
  },
];
