import type { Sabotage } from "../contract/sabotage.ts";

const visitorId = "packages/core/src/protocol/senders/visitor-id.ts";
const envelope = "packages/core/src/protocol/visitor-envelope.ts";

/** Ids of senders, recipients and messages: `sender.id`, `recipient.id`, `message.id`. */
export const idSabotages: readonly Sabotage[] = [
  {
    id: "id-empty-taken",
    file: visitorId,
    find: 'if (isAbsent(value) || value === "") return',
    replace: "if (isAbsent(value)) return",
  },
  {
    id: "id-fractions-taken",
    file: visitorId,
    find: "/^-?(?:0|[1-9]\\d*)$/",
    replace: "/^-?\\d+(?:\\.\\d+)?(?:[eE]\\d+)?$/",
  },
  {
    id: "id-numbers-refused",
    file: visitorId,
    find: 'return typeof value === "number" ? String(value) : null;',
    replace: "return null;",
  },
  {
    id: "id-digits-lost",
    file: "packages/core/src/protocol/json/json.ts",
    find: "return shortInteger.test(context.source) ? value : new NumberSource(ownText(context.source));",
    replace: "return value;",
  },
  {
    id: "id-typed-key",
    file: visitorId,
    find: "return json.startsWith('\"') ? json.slice(1, -1) : json;",
    replace: "return json;",
  },
  {
    id: "id-bare-key",
    file: visitorId,
    find: "return json.startsWith('\"') ? json.slice(1, -1) : json;",
    replace: "return visitorIdText(json);",
  },
  {
    id: "id-one-for-all",
    file: visitorId,
    find: "return json.startsWith('\"') ? json.slice(1, -1) : json;",
    replace: 'return "everybody";',
  },
  {
    id: "id-uncounted",
    file: visitorId,
    find: "text === null || isLonger(text, visitorIdLimit)",
    replace: "text === null",
  },
  {
    id: "recipient-rounded",
    file: "packages/core/src/protocol/agent-envelope.ts",
    find: '"recipient":{"id":${recipientId}}',
    replace: '"recipient":{"id":${JSON.stringify(JSON.parse(recipientId))}}',
  },
  {
    id: "recipient-missing",
    file: "packages/core/src/protocol/agent-envelope.ts",
    find: '"recipient":{"id":${recipientId}},',
    replace: "",
  },
  {
    id: "recipient-as-first-seen",
    file: "packages/core/src/memory/lanes/append-inbound.ts",
    find: "profile, visitorId: append.visitorId };",
    replace: "profile };",
  },
  {
    id: "message-id-dropped",
    file: envelope,
    find: "messages: textsOf(read.firstText, read.messages, id),",
    replace: "messages: textsOf(read.firstText, read.messages, null),",
  },
  {
    id: "message-id-number-dropped",
    file: envelope,
    find: "const text = idText(value);",
    replace: 'const text = typeof value === "string" ? value : null;',
  },
  {
    id: "message-id-dropped-silently",
    file: envelope,
    find: "warnings.push(droppedId);",
    replace: "void warnings;",
  },
  {
    id: "message-id-blank-taken",
    file: envelope,
    find: 'text.trim() !== "" && ',
    replace: "",
  },
  {
    id: "message-id-not-made",
    file: "packages/core/src/engine/outbound/outbox.ts",
    find: "return { ...part, id: this.#ports.random.token(messageIdCharacters) };",
    replace: 'return { ...part, id: "" };',
  },
  {
    id: "message-id-shown",
    file: "packages/agent-console/src/conversations/message-view.ts",
    find: 'return { ...fields, type: String(fields["type"]) };',
    replace: 'return { ...fields, wireId: message["id"], type: String(fields["type"]) };',
  },
];
