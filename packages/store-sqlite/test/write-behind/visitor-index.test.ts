import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { textDigest } from "../../src/write-behind/text-digest.ts";
import { VisitorIndex } from "../../src/write-behind/visitor-index.ts";

const digestOf = (visitor: number) => textDigest(String(visitor));

describe("the numbers of visitors' conversations", () => {
  it("return the last stored number, or none", () => {
    const steps = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 2 ** 32 - 1 })));
    fc.assert(
      fc.property(steps, (kept) => {
        const places = new VisitorIndex();
        expect(places.find(digestOf(0))).toBeUndefined();
        for (const [visitor, number] of kept) {
          places.keep(digestOf(visitor), number);
          expect(places.find(digestOf(visitor))).toBe(number);
        }
        for (const [visitor, number] of new Map(kept))
          expect([number, undefined]).toContain(places.find(digestOf(visitor)));
      }),
    );
  });

  it("are known for nearly all of many visitors, and for no others", () => {
    const [places, many] = [new VisitorIndex(), 100_000];
    for (let visitor = 0; visitor < many; visitor += 1) places.keep(digestOf(visitor), visitor + 1);
    const visitors = Array.from({ length: many }, (_, visitor) => visitor);
    const right = visitors.filter((visitor) => places.find(digestOf(visitor)) === visitor + 1);
    expect(right.length).toBeGreaterThan(0.9 * many);
    const others = visitors.filter(
      (visitor) => places.find(digestOf(many + visitor)) !== undefined,
    );
    expect(others.length).toBeLessThan(0.001 * many);
  });

  it("are those of the latest visitors, once there is no space for all", () => {
    const [places, many] = [new VisitorIndex(64), 1_000];
    for (let visitor = 0; visitor < many; visitor += 1) places.keep(digestOf(visitor), visitor + 1);
    const known = Array.from({ length: many }, (_, visitor) => visitor).filter(
      (visitor) => places.find(digestOf(visitor)) === visitor + 1,
    );
    expect(known.length).toBeLessThanOrEqual(64);
    expect(known.length).toBeGreaterThan(48);
    expect(known.at(-1)).toBe(many - 1);
    expect(Math.min(...known)).toBeGreaterThan(many / 2);
  });

  it("stay for known visitors when there is no memory for more", () => {
    const places = new VisitorIndex();
    const refused = vi.fn(function refused() {
      throw new RangeError("Array buffer allocation failed");
    });
    vi.stubGlobal("Uint32Array", refused);
    try {
      for (let visitor = 0; visitor < 10_000; visitor += 1)
        places.keep(digestOf(visitor), visitor + 1);
    } finally {
      vi.unstubAllGlobals();
    }
    expect(refused).toHaveBeenCalledTimes(1);
    for (let visitor = 9_000; visitor < 10_000; visitor += 1)
      expect([visitor + 1, undefined]).toContain(places.find(digestOf(visitor)));
    expect(places.find(digestOf(9_999))).toBe(10_000);
  });

  it("are not stored when they need more than four bytes", () => {
    const places = new VisitorIndex();
    places.keep(digestOf(1), 7);
    places.keep(digestOf(1), 2 ** 32);
    places.keep(digestOf(2), 2 ** 32 + 5);
    expect([places.find(digestOf(1)), places.find(digestOf(2))]).toEqual([7, undefined]);
  });
});
