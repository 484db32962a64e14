import { ManualTime } from "@parley/conformance";
import { createMemoryStores } from "@parley/core/memory";
import { describe, expect, it } from "vitest";
import { StoredPluginState } from "../../../src/engine/state/plugin-state.ts";
import { StateChanges } from "../../../src/engine/state/state-changes.ts";

/** The state of the instance `app` over memory, each batch committed at once. */
function openState(limits = { entries: 100, bytes: 1_000_000 }) {
  const { messages, state: store } = createMemoryStores();
  const clock = new ManualTime();
  const budget = {
    owner: "n",
    inbound: 0,
    outbound: 0,
    reports: 0,
    notices: 0,
    seriesPerChannel: 0,
  };
  const queue = {
    write: async (
      item: Parameters<ConstructorParameters<typeof StoredPluginState>[0]["queue"]["write"]>[0],
    ) => {
      const batch = { appends: [], settlements: [], states: [item] };
      const { states } = await messages.commit(batch, clock.now(), budget);
      return states[0] ?? { written: false, index: 0, why: "invalid" };
    },
  };
  const ports = { store, queue, clock, changes: new StateChanges(), limits };
  return { state: new StoredPluginState(ports, "app"), clock };
}

const cyclic: unknown[] = [];
cyclic.push(cyclic);
const dayMs = 86_400_000;

/** Writes that a plugin in plain JavaScript may pass. */
const invalid: readonly [string, (now: number) => unknown, detail: string][] = [
  ["null", () => null, "the write must be an object with `put` or `delete`."],
  ["a text", () => "put", "the write must be an object with `put` or `delete`."],
  ["no key", () => ({ value: 1 }), "the field put is missing."],
  ["no value", () => ({ put: "a" }), "the field value is missing."],
  ["an empty key", () => ({ put: "", value: 1 }), keyFault("put")],
  ["a key of 10,000 characters", () => ({ put: "k".repeat(10_000), value: 1 }), keyFault("put")],
  ["a key with a space", () => ({ put: "a b", value: 1 }), keyFault("put")],
  ["a key that is not ASCII", () => ({ put: "ü", value: 1 }), keyFault("put")],
  ["a key that is no text", () => ({ delete: 7 }), keyFault("delete")],
  ["a cyclic value", () => ({ put: "a", value: cyclic }), "value must be data that JSON can hold."],
  ["a function", () => ({ put: "a", value: () => 1 }), "value must be data that JSON can hold."],
  ["a BigInt", () => ({ put: "a", value: 1n }), "value must be data that JSON can hold."],
  [
    "a value over 16 KiB",
    () => ({ put: "a", value: "x".repeat(16_383) }),
    "value must be at most 16384 bytes long as JSON.",
  ],
  [
    "a value over 16 KiB in bytes, not in characters",
    () => ({ put: "a", value: "ü".repeat(8_192) }),
    "value must be at most 16384 bytes long as JSON.",
  ],
  ["a due that is no number", () => ({ put: "a", value: 1, due: "now" }), instantFault("due")],
  ["a negative due", () => ({ put: "a", value: 1, due: -1 }), instantFault("due")],
  ["a due that no store can hold", () => ({ put: "a", value: 1, due: 1e19 }), instantFault("due")],
  [
    "an expiry that no store can hold",
    () => ({ put: "a", value: 1, expiresAt: Number.MAX_VALUE }),
    instantFault("expiresAt"),
  ],
  ["an endless due", () => ({ put: "a", value: 1, due: Infinity }), instantFault("due")],
  [
    "a due in 401 days",
    (now) => ({ put: "a", value: 1, due: now + 401 * dayMs }),
    "due must be at most 400 days ahead.",
  ],
  [
    "an expiry of half a millisecond",
    () => ({ put: "a", value: 1, expiresAt: 0.5 }),
    instantFault("expiresAt"),
  ],
  [
    "an empty conversation",
    () => ({ put: "a", value: 1, conversationId: "" }),
    "conversationId must be the id of a conversation, or null.",
  ],
  [
    "a misspelt field",
    () => ({ put: "a", value: 1, expires: 5 }),
    "there is no field expires. Fields: put, value, conversationId, due, expiresAt, when.",
  ],
  [
    "a misspelt condition",
    () => ({ put: "a", value: 1, when: { ifabsent: true } }),
    "there is no field when.ifabsent. Fields: ifAbsent, ifVersion, turn, claim.",
  ],
  [
    "`ifAbsent: false`",
    () => ({ delete: "a", when: { ifAbsent: false } }),
    "when.ifAbsent must be true, or left out.",
  ],
];

function keyFault(field: string): string {
  return `${field} must be a key: 1 to 200 printable ASCII characters without spaces.`;
}

function instantFault(field: string): string {
  return `${field} must be whole epoch milliseconds, or null.`;
}

describe("a write that is wrong", () => {
  it.each(invalid)(
    "%s is answered with what is wrong, and nothing is written",
    async (_, make, detail) => {
      const { state, clock } = openState();
      const batch = [{ put: "first", value: 1 }, make(clock.now())] as never;
      const answer = await state.write(batch);
      expect(answer).toEqual({ written: false, index: 1, why: "invalid", detail });
      expect(await state.get("first")).toBeNull();
    },
  );

  it("the hundred and first of a batch is refused", async () => {
    const { state } = openState();
    const writes = Array.from({ length: 101 }, (_, index) => ({ put: `k${index}`, value: 1 }));
    expect(await state.write(writes)).toEqual({
      written: false,
      index: 100,
      why: "invalid",
      detail: "a batch has at most 100 writes.",
    });
    expect((await state.write(writes.slice(0, 100))).written).toBe(true);
  });

  it("the one entry more than allowed is refused", async () => {
    const { state } = openState({ entries: 1, bytes: 100 });
    await state.write([{ put: "a", value: 1 }]);
    const refused = await state.write([{ put: "b", value: 1 }]);
    expect(refused).toEqual({ written: false, index: 0, why: "full" });
  });
});

describe("a condition", () => {
  it("is read at the call: what the plugin does with it later changes nothing", async () => {
    const { state } = openState();
    const { proxy: when, revoke } = Proxy.revocable({ ifAbsent: true } as const, {});
    const written = state.write([{ put: "a", value: 1, when }]);
    revoke();
    expect((await written).written).toBe(true);
  });
});

describe("a value at the limit", () => {
  it("is kept byte for byte, whatever it holds", async () => {
    const { state } = openState();
    const values = ["x".repeat(16_382), "\u0000\ud800\u2028ü😀", { "": [[[]]] }, null, 0, false];
    for (const value of values) {
      expect((await state.write([{ put: "a", value }])).written).toBe(true);
      expect((await state.get("a"))?.value).toEqual(value);
    }
  });
});

describe("a call that is wrong", () => {
  it("throws with what is wrong", async () => {
    const { state } = openState();
    const page = { after: null, limit: 10 };
    for (const wrong of [
      () => state.get(""),
      () => state.wake("a b"),
      () => state.list("ü", page),
      () => state.list("", { after: "", limit: 10 }),
      () => state.list("", { after: null, limit: 0 }),
      () => state.list("", { after: null, limit: 501 }),
      () => state.write({} as never),
    ])
      await expect(wrong()).rejects.toMatchObject({ code: "invalid-state-request" });
  });

  it("an empty batch writes nothing and succeeds", async () => {
    expect(await openState().state.write([])).toEqual({ written: true, versions: [] });
  });
});
