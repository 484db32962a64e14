import { PassThrough } from "node:stream";
import { drawPlan, runPlan } from "@parley/conformance/simulator";
import { describe, expect, it } from "vitest";
import { brokenStores } from "./broken-stores.ts";

/** Each way to the platform's time and chance, as an engine or a store might take it. */
const ways: Readonly<Record<string, () => unknown>> = {
  now: () => Date.now(),
  "new Date()": () => new Date(),
  random: () => Math.random(),
  setTimeout: () => clearTimeout(setTimeout(() => {}, 0)),
  setInterval: () => clearInterval(setInterval(() => {}, 1_000)),
  setImmediate: () => clearImmediate(setImmediate(() => {})),
  queueMicrotask: () => queueMicrotask(() => {}),
  nextTick: () => process.nextTick(() => {}),
  randomUUID: () => crypto.randomUUID(),
  getRandomValues: () => crypto.getRandomValues(new Uint8Array(1)),
  fetch: () => fetch("data:,").catch(() => {}),
  timeout: () => AbortSignal.timeout(1),
};

describe("while the engine runs", () => {
  for (const [name, way] of Object.entries(ways))
    it(`${name} is noticed`, async () => {
      const stores = brokenStores((messages) => ({
        nextDueAt: () => {
          way();
          return messages.nextDueAt();
        },
      }));
      const { violations } = await runPlan(drawPlan(1), { stores });
      const first = violations.find(({ check }) => check === "no-platform");
      expect(first?.what).toContain(`${name} was called`);
      expect(first?.what).toContain(import.meta.filename);
    });

  it("a function that somebody put back meanwhile is noticed all the same", async () => {
    const before = Object.getOwnPropertyDescriptor(process, "nextTick");
    const stores = brokenStores((messages) => ({
      nextDueAt: () => {
        process.nextTick = before?.value as typeof process.nextTick;
        process.nextTick(() => {});
        return messages.nextDueAt();
      },
    }));
    const { violations } = await runPlan(drawPlan(1), { stores });
    expect(violations.map(({ what }) => what).join()).toContain("nextTick was called");
  });

  it("a function that was put around the trap is noticed, works, and can be taken away again", async () => {
    const seen: unknown[] = [];
    const stores = brokenStores((messages) => ({
      nextDueAt: () => {
        const { random } = Math;
        Math.random = () => 1 + random();
        seen.push(Math.random() >= 1);
        Math.random = random;
        seen.push(Math.random() < 1);
        return messages.nextDueAt();
      },
    }));
    const { violations } = await runPlan(drawPlan(1), { stores });
    expect(violations.map(({ what }) => what).join()).toContain("random was called");
    expect(new Set(seen)).toEqual(new Set([true]));
  });

  it("the platform's own calls are no violation", async () => {
    let ticks = 0;
    const stores = brokenStores((messages) => ({
      nextDueAt: () => {
        // Node's streams call process.nextTick.
        new PassThrough().end("text", () => (ticks += 1));
        return messages.nextDueAt();
      },
    }));
    const { violations } = await runPlan(drawPlan(1), { stores });
    expect(violations).toEqual([]);
    expect(ticks).toBeGreaterThan(0);
  });

  it("a rejection that nobody handles is noticed", async () => {
    const stores = brokenStores((messages) => ({
      nextDueAt: () => {
        void Promise.reject(new TypeError("nobody handles this"));
        return messages.nextDueAt();
      },
    }));
    const { violations } = await runPlan(drawPlan(1), { stores });
    expect(violations.map(({ check }) => check)).toContain("nothing-escapes");
  });

  it("and afterwards everything is as it was before", async () => {
    const { now } = Date;
    await runPlan(drawPlan(1));
    expect(Date.now).toBe(now);
  });
});
