import { describe, expect, it } from "vitest";
import { Observers } from "../../src/engine/observers.ts";
import type { GatewayEvent, Observer } from "../../src/ports/platform/observer.ts";

const event: GatewayEvent = { type: "store-failed", operation: "commit" };

describe("an observer", () => {
  it("that throws, or is async and rejects, harms neither the others nor the process", async () => {
    const log: unknown[] = [];
    const seen: GatewayEvent[] = [];
    const logger = {
      debug() {},
      info() {},
      error() {},
      warn: (line: string, facts?: object) => void log.push([line, facts]),
    };
    const worded = Object.assign(new TypeError("no"), { name: "their words", code: "their words" });
    const rejecting: Observer = {
      notice: () => Promise.reject(worded) as unknown as void,
    };
    const throwing: Observer = {
      notice: () => {
        throw new Error("no");
      },
    };
    const observers = new Observers(
      [throwing, rejecting, { notice: (one) => void seen.push(one) }],
      logger,
    );
    observers.notice(event);
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([event]);
    const line = "an observer failed";
    expect(log).toEqual([
      [line, { on: "store-failed", error: "Error" }],
      [line, { on: "store-failed", error: "TypeError" }],
    ]);
  });
});
