import { createHash, createHmac } from "node:crypto";
import { Clock, Digest, type LogFields, Logger, Random, Timers } from "@parley/core";
import { ContainerModule } from "inversify";

export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly event: string;
  readonly fields: LogFields;
}

/** Repeatable randomness: the same seed gives the same ids. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed = 1) {
    this.#state = seed >>> 0;
  }

  /** Mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  token(characters: number): string {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    return Array.from(
      { length: characters },
      () => alphabet[Math.floor(this.fraction() * 64)],
    ).join("");
  }
}

/** The platform of a test: manual time, seeded randomness and a recorded log. */
export function testPlatform(
  time: Clock & Timers,
  random: Random,
  log: LogLine[],
): ContainerModule {
  const write =
    (level: LogLine["level"]) =>
    (event: string, fields: LogFields = {}) =>
      void log.push({ level, event, fields });
  return new ContainerModule(({ bind }) => {
    bind(Clock).toConstantValue(time);
    bind(Timers).toConstantValue(time);
    bind(Random).toConstantValue(random);
    bind(Digest).toConstantValue({
      of: (text) => createHash("sha256").update(text).digest("hex"),
      equal: (left, right) => left === right,
      mac: (key, text) =>
        createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64"),
    });
    bind(Logger).toConstantValue({
      debug: write("debug"),
      info: write("info"),
      warn: write("warn"),
      error: write("error"),
    });
  });
}
