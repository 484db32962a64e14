import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Clock, Digest, type LogFields, Logger, Random, Timers } from "@parley/core";
import { ContainerModule } from "inversify";

/** A running clock that a test can move ahead. */
export class PushableClock implements Clock {
  #aheadMs = 0;

  now(): number {
    return Date.now() + this.#aheadMs;
  }

  push(byMs: number): void {
    this.#aheadMs += byMs;
  }
}

/** Everything that was logged, as text. */
export class KeptLog implements Logger {
  readonly lines: string[] = [];

  debug(event: string, fields?: LogFields): void {
    this.#keep(event, fields);
  }
  info(event: string, fields?: LogFields): void {
    this.#keep(event, fields);
  }
  warn(event: string, fields?: LogFields): void {
    this.#keep(event, fields);
  }
  error(event: string, fields?: LogFields): void {
    this.#keep(event, fields);
  }

  #keep(event: string, fields: LogFields = {}): void {
    this.lines.push(`${event} ${JSON.stringify(fields)}`);
  }
}

/** The platform ports on Node, with a test's clock and log. */
export const testPlatform = (clock: Clock, log: Logger): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(Clock).toConstantValue(clock);
    bind(Logger).toConstantValue(log);
    bind(Timers).toConstantValue({
      after: (delayMs, callback) => {
        const timer = setTimeout(callback, delayMs);
        return () => clearTimeout(timer);
      },
      soon: (callback) => void setImmediate(callback),
    });
    bind(Random).toConstantValue({
      token: (characters) => randomBytes(characters).toString("base64url").slice(0, characters),
      fraction: Math.random,
    });
    bind(Digest).toConstantValue({
      of: (text) => createHash("sha256").update(text).digest("hex"),
      equal: (left, right) =>
        left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right)),
      mac: (key, text) =>
        createHmac("sha256", Buffer.from(key, "base64")).update(text).digest("base64"),
    });
  });
