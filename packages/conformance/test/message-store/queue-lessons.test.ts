import type { CommitResult, Lease, MessageStore } from "@parley/core";
import { createMemoryStores, MemoryData } from "@parley/core/memory";
import { describe, expect, it } from "vitest";
import { collectResults, messageStoreSuite, type OpenedStores } from "../../src/index.ts";

/** Makes a right message store wrong. */
type Flaw = (inner: MessageStore) => Partial<MessageStore>;

async function open(flaw: Flaw, data = new MemoryData()): Promise<OpenedStores> {
  const stores = createMemoryStores({ data });
  const { messages } = stores;
  const right: MessageStore = {
    commit: (...call) => messages.commit(...call),
    claim: (...call) => messages.claim(...call),
    release: (...call) => messages.release(...call),
    nextDueAt: (backend) => messages.nextDueAt(backend),
  };
  const reopen = () => open(flaw, data);
  return { ...stores, messages: { ...right, ...flaw(right) }, reopen, close: async () => {} };
}

/** Forgets what a token is for: whoever settles a lane settles it. */
const settlesForAnybody: Flaw = (inner) => {
  const tokens = new Map<string, number>();
  const noted = <Granted extends { readonly leases: readonly Lease[] }>(granted: Granted) => {
    for (const { lane, token } of granted.leases) tokens.set(JSON.stringify(lane), token);
    return granted;
  };
  return {
    claim: async (...call) => noted({ leases: await inner.claim(...call) }).leases,
    commit: async ({ appends, settlements }, ...rest) => {
      const current = settlements.map((settlement) => ({
        ...settlement,
        token: tokens.get(JSON.stringify(settlement.lane)) ?? settlement.token,
      }));
      return noted(await inner.commit({ appends, settlements: current }, ...rest));
    },
  };
};

/** Hands a lane out again that somebody carries. */
const handsOutTwice: Flaw = (inner) => {
  let held: readonly Lease[] = [];
  return {
    commit: async (...call): Promise<CommitResult> => {
      const result = await inner.commit(...call);
      held = [...held, ...result.leases];
      return result;
    },
    claim: async (...call) => [...(await inner.claim(...call)), ...held],
  };
};

/** Remembers a key before it knows whether the work can be done. */
const keyBeforeWork: Flaw = (inner) => {
  const keys = new Set<string>();
  return {
    commit: async (batch, ...rest) => {
      const known = batch.appends.map((append) => {
        const key = append.kind === "outbound" ? append.idempotencyKey : null;
        const isKnown = key !== null && keys.has(key);
        if (key !== null) keys.add(key);
        return isKnown;
      });
      const appends = batch.appends.filter((_, index) => !known[index]);
      const result = await inner.commit({ ...batch, appends }, ...rest);
      const left = [...result.appends];
      const repeated = {
        status: "repeated",
        conversationId: "",
        sequences: [],
        created: false,
      } as const;
      const answers = known.map((isKnown) => (isKnown ? repeated : (left.shift() ?? repeated)));
      return { ...result, appends: answers };
    },
  };
};

/** Has one place per claim for the lane that has waited longest, and lets it keep that. */
const oneLaneFirst: Flaw = (inner) => ({
  claim: async (now, budget) => {
    const all = await inner.claim(now, { ...budget, inbound: 100 });
    const blocked = all.filter(({ lane }) => lane.conversationId.includes("blocked"));
    return [...blocked, ...all].slice(0, Math.max(1, budget.inbound));
  },
});

/** Never looks a key up. */
const overlooksKeys: Flaw = (inner) => ({
  commit: ({ appends, settlements }, ...rest) => {
    const without = appends.map((append) =>
      append.kind === "outbound" ? { ...append, idempotencyKey: null } : append,
    );
    return inner.commit({ appends: without, settlements }, ...rest);
  },
});

/** Forgets the place of what a dead worker held. */
const skipsTheDead: Flaw = (inner) => ({
  claim: async (now, budget) => {
    const leases = await inner.claim(now, budget);
    const due = leases.filter(({ attempt }) => attempt === 1);
    return due.length < leases.length ? due : leases;
  },
});

const blocked = "one blocked lane starves no other";
const buried = "what waits for its retry is not buried, and does not bury what is new";
const serial = "a serial lane is never carried twice side by side";
const stale = "a stale worker does not finish another's work";
const slow = "a lane taken over from an owner that was merely slow is settled once";
const dead = "a worker that died holds up its lane, and loses nothing behind it";

/** Each flaw, and the lessons that turn red. */
const flawed: readonly (readonly [string, Flaw, readonly string[]])[] = [
  ["settles for anybody", settlesForAnybody, [stale, slow]],
  ["hands a lane out twice", handsOutTwice, [blocked, buried, serial, stale, slow]],
  [
    "keeps a key before the work",
    keyBeforeWork,
    ["a duplicate key is not committed before the work"],
  ],
  ["lets one lane go first", oneLaneFirst, [blocked, buried]],
  [
    "overlooks keys",
    overlooksKeys,
    ["a duplicate key answers for work that is there, after a crash too"],
  ],
  ["skips what the dead held", skipsTheDead, [blocked, buried, serial, stale, slow, dead]],
];

const lessons = "what other queues broke on";

describe("the lessons of other queues catch a store that", () => {
  it.each(flawed)("%s", async (name, flaw, rules) => {
    const results = await collectResults((runner) =>
      messageStoreSuite(runner, name, () => open(flaw)),
    );
    const red = results.filter(({ path, failure }) => path.includes(lessons) && failure !== null);
    expect(red.map(({ title }) => title)).toEqual(rules);
    for (const { title, failure } of red) {
      const rule = `${title} — see docs/ports.md#what-other-queues-broke-on`;
      expect(failure?.message.split("\n")[0]).toBe(rule);
    }
  });
});
