import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecentIdentity } from "../../../src/write-behind/identity-ring.ts";
import { RecentIdentities } from "../../../src/write-behind/recent-identities.ts";

/** Identities as stored: channel, id, content, and for some a count. Some ids differ only in their last byte. */
function identityOf(name: number): Uint8Array {
  const bytes = Buffer.alloc(name % 3 === 0 ? 36 : 32, hash("sha256", String(name >> 2), "buffer"));
  bytes.writeUInt32BE(name % 2);
  bytes[19] = (name >> 1) % 2;
  return bytes;
}

/** A plain list as the reference. */
class Listed {
  all: RecentIdentity[] = [];

  newest(identity: Uint8Array, conversation: number | null): RecentIdentity | undefined {
    return this.all.findLast(
      (one) =>
        (conversation === null || one.conversation === conversation) &&
        Buffer.compare(one.identity.subarray(0, 20), identity.subarray(0, 20)) === 0,
    );
  }
}

const [names, conversations] = [12, 4];
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("add"),
      name: fc.nat(names - 1),
      conversation: fc.nat(conversations - 1),
      // Other messages of the tail have no id.
      gap: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 20 })),
    }),
  },
  fc.record({ kind: fc.constantFrom("cut", "takeBack"), back: fc.nat(12) }),
  fc.record({ kind: fc.constant("clear") }),
);

describe("the ids of the tail", () => {
  it("equal those of a plain list after any additions, rollbacks and cuts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.array(step, { maxLength: 80 }), run),
      { numRuns: 2_000 },
    );
  });

  it("are correct for thousands of conversations with the same id", () => {
    const recent = new RecentIdentities(1);
    for (let position = 1; position <= 5_000; position += 1)
      recent.add(recentAt(position, position));
    expect(recent.size).toBe(5_000);
    expect(recent.any(identityOf(7))?.position).toBe(5_000);
    for (let conversation = 1; conversation <= 5_000; conversation += 7)
      expect(recent.own(identityOf(7), conversation)?.position).toBe(conversation);
  });

  it("are correct whatever positions were rolled back", () => {
    const recent = new RecentIdentities(4);
    recent.add(recentAt(1, 1));
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      recent.add(recentAt(attempt * 2 ** 40, 1));
      recent.takeBack(1);
    }
    expect([...recent.all()]).toHaveLength(1);
  });

  it("are listed after a position in the order of their table, however many there are", () => {
    const recent = new RecentIdentities(4);
    const added = Array.from({ length: 600 }, (_, index) => {
      const [position, identity] = [3 * index + 1, Buffer.alloc(32)];
      hash("sha256", `${index}`, "buffer").copy(identity, 4);
      identity.writeUInt32BE(index % 3);
      recent.add({ position, conversation: 1, sequence: index, acceptedAt: index, identity });
      return { position, identity };
    });
    const expected = added
      .filter(({ position }) => position > 300 && position <= 1_501)
      .toSorted((left, right) => Buffer.compare(left.identity, right.identity));
    expect([...recent.order(300, 1_501)]).toEqual(expected.map(({ position }) => position));
    expect(recent.order(0, 2_000)).toHaveLength(600);
    expect([...recent.order(2_000, 3_000)]).toEqual([]);
  });
});

function recentAt(position: number, conversation: number): RecentIdentity {
  return { position, conversation, sequence: 1, acceptedAt: position, identity: identityOf(7) };
}

function run(
  first: number,
  steps: readonly (typeof step extends fc.Arbitrary<infer One> ? One : never)[],
): void {
  const [recent, listed] = [new RecentIdentities(2), new Listed()];
  let position = first;
  for (const one of steps) {
    if ("name" in one) {
      const { name, conversation, gap } = one;
      position += gap;
      const identity = identityOf(name);
      const added = {
        position,
        conversation,
        sequence: position % 7,
        acceptedAt: 2 ** 40 + position,
        identity,
      };
      recent.add(added);
      listed.all.push(added);
    } else if ("back" in one && one.kind === "cut") {
      recent.cut(position - one.back);
      listed.all = listed.all.filter((each) => each.position > position - one.back);
    } else if ("back" in one) {
      // A position that was taken back can be used again.
      position -= one.back;
      recent.takeBack(position);
      listed.all = listed.all.filter((each) => each.position <= position);
    } else {
      recent.clear();
      listed.all = [];
      position = first;
    }
    compare(recent, listed);
  }
}

function compare(recent: RecentIdentities, listed: Listed): void {
  expect(recent.size).toBe(listed.all.length);
  const told = [...recent.all()].map((identity) => Buffer.from(identity).toString("hex"));
  expect(told).toEqual(listed.all.map(({ identity }) => Buffer.from(identity).toString("hex")));
  for (let name = 0; name < names; name += 1) {
    const identity = identityOf(name);
    expect(plain(recent.any(identity))).toEqual(plain(listed.newest(identity, null)));
    for (let conversation = 0; conversation < conversations; conversation += 1)
      expect(plain(recent.own(identity, conversation))).toEqual(
        plain(listed.newest(identity, conversation)),
      );
  }
}

function plain(recent: RecentIdentity | undefined) {
  return recent && { ...recent, identity: Buffer.from(recent.identity).toString("hex") };
}
