import type { Sabotage } from "../contract/sabotage.ts";

const lanes = "packages/core/src/memory/lanes/lanes.ts";
const pause = "packages/core/src/engine/inbound/backend-health.ts";
const inbox = "packages/core/src/engine/inbound/inbox.ts";
const locked = "packages/core/src/engine/commit/locked-appends.ts";
const identities = "packages/core/src/memory/identities.ts";
const append = "packages/core/src/memory/lanes/append-inbound.ts";

/** Order, repeats, and the delivery of a visitor's message (rulings 3, 11, 12, 18 and 21). */
export const laneSabotages: readonly Sabotage[] = [
  {
    id: "lanes-forked",
    file: lanes,
    find: "const lane = laneOf(conversation, draft.kind, backend);",
    replace: "const lane = null as LaneRow | null;",
  },
  {
    id: "schedule-inherited",
    file: lanes,
    find: "Object.assign(lane, newHead);",
    replace: "Object.assign(lane, { memo: null, lease: null, due: null });",
  },
  {
    id: "waiting-unbounded",
    file: "packages/core/src/model/schedule.ts",
    find: "export const waitingLimit = 20;",
    replace: "export const waitingLimit = 2_000;",
  },
  {
    id: "seats-shared-by-all",
    file: "packages/core/src/memory/lanes/channel-slots.ts",
    find: "const { channelKey } = lane.conversation.current;",
    replace: 'const channelKey = "all";',
  },
  {
    id: "conversation-per-message",
    file: append,
    find: "data.visitors.get(visitorRef(append.channelKey, append.visitorKey));",
    replace: "undefined as ConversationRow | undefined;",
  },
  {
    id: "repeat-leaves-profile",
    file: append,
    find: "conversation.current = { ...current, profile,",
    replace: "conversation.current = { ...current, profile: known ? current.profile : profile,",
  },
  {
    id: "repeats-delivered",
    file: inbox,
    find: 'clientMessageId === null || channel.knobs.dedupe === "off"',
    replace: "clientMessageId !== undefined",
  },
  {
    id: "repeats-knob-ignored",
    file: inbox,
    find: 'clientMessageId === null || channel.knobs.dedupe === "off"',
    replace: "clientMessageId === null",
  },
  {
    id: "repeats-of-anybody",
    file: identities,
    find: "const earlier = row.get(conversation);",
    replace: "const earlier = [...row.values()][0];",
  },
  {
    id: "repeats-for-10s",
    file: "packages/core/src/model/schedule.ts",
    find: "export const dedupeWindowMs = 60_000;",
    replace: "export const dedupeWindowMs = 10_000;",
  },
  {
    id: "taint-forgotten",
    file: identities,
    find: 'data.identities.set(ref, "tainted");',
    replace: "",
  },
  {
    id: "accepted-before-commit",
    file: inbox,
    find: "result = await this.#ports.queue.append(this.#appendOf(pass, read));",
    replace:
      "void this.#ports.queue.append(this.#appendOf(pass, read)).catch(() => {});\n      return { accepted: true, warnings: [] };",
  },
  {
    id: "commit-failure-200",
    file: inbox,
    find: "result = storeRefusal(error);",
    replace: "return { accepted: true, warnings: [] };",
  },
  {
    id: "locked-lane-refused",
    file: locked,
    find: 'return result?.status === "unavailable" && result.isLocked === true;',
    replace: "return result === null;",
  },
  {
    id: "locked-lane-waited-for",
    file: "packages/core/src/engine/commit/pacing.ts",
    find: "lockedMs: 500,",
    replace: "lockedMs: 5_000,",
  },
  {
    id: "locked-message-overtaken",
    file: locked,
    find: "if (this.#size === 0) return appends;",
    replace: "return appends;",
  },
  {
    id: "locked-message-overtaken-in-parts",
    file: "packages/store-postgres/src/lanes/commit-parts.ts",
    find: "if (this.#locked.size === 0) return items;",
    replace: "return items;",
  },
  {
    id: "handed-over-never",
    file: "packages/core/src/engine/inbound/inbound-carrier.ts",
    find: "(signal) => backend.receive(event, signal));",
    replace: 'async () => ({ outcome: "taken" }) as const);',
  },
  {
    id: "backend-given-up",
    file: pause,
    find: "    lastAt !== null &&",
    replace: "    lastAt === null ||",
  },
  {
    id: "backend-never-given-up",
    file: pause,
    find: "event.attempt >= giveUpAfterAttempts &&",
    replace: "event.attempt < 0 &&",
  },
  {
    id: "pauses-flat",
    file: pause,
    find: "2 ** Math.min(attempt - 1, 16)",
    replace: "2 ** 0",
  },
  {
    id: "rejection-retried",
    file: "packages/core/src/engine/inbound/inbound-carrier.ts",
    find: 'if (end.outcome === "rejected")',
    replace: 'if (end.outcome === ("never" as string))',
  },
  {
    id: "dead-letters-unlisted",
    file: "packages/core/src/memory/dead-letter-store.ts",
    find: 'delivery.kind === "inbound" && delivery.state === "failed"',
    replace: 'delivery.kind === "outbound" && delivery.state === "failed"',
  },
  {
    id: "erased-half",
    file: "packages/core/src/memory/conversation-store.ts",
    find: "this.#data.conversations.delete(conversationId);",
    replace: "",
  },
  {
    id: "delivered-forgotten",
    file: "packages/core/src/memory/lanes/settle.ts",
    find: "head.state = verdict.kind;",
    replace: "head.state = verdict.kind;\n  lane.conversation.newest.delete(head.messageSequence);",
  },
];
