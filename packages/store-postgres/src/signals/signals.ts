import { createHash } from "node:crypto";
import type { Signals } from "@parley/core";

/** Signals within this time are sent together. The caller does not wait for it. */
const gatherMs = 5;
/** PostgreSQL's limit is below 8,000 bytes, and the payload also contains the sender's name. */
const payloadBytes = 7_500;
/** Maximum number of waiting signals while the server does not answer. Further ones are dropped. */
const waitingLimit = 10_000;

type Callback = (key: string) => void;

/** Channel for signals of one schema. */
export function signalChannel(schema: string): string {
  return `parley_signals_${createHash("sha256").update(schema).digest("hex").slice(0, 16)}`;
}

/** `Signals` through the server. Sends many in one notice, and one statement at a time. */
export class PostgresSignals implements Signals {
  readonly #self: string;
  readonly #send: (payloads: readonly string[]) => Promise<unknown>;
  readonly #listeners = new Map<string, Set<Callback>>();
  /** JSON of `[topic, key]`. */
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  /** `self` identifies this node's own signals, which the server sends back. */
  constructor(self: string, send: (payloads: readonly string[]) => Promise<unknown>) {
    this.#self = self;
    this.#send = send;
  }

  publish(topic: string, key: string): void {
    if (this.#closed || this.#waiting.size >= waitingLimit) return;
    this.#waiting.add(JSON.stringify([topic, key]));
    this.#timer ??= setTimeout(() => void this.#tell(), gatherMs);
  }

  listen(topic: string, callback: Callback): () => void {
    const callbacks = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, callbacks);
    const each: Callback = (key) => callback(key);
    callbacks.add(each);
    return () => void callbacks.delete(each);
  }

  /** Handles a signal from any node, this one included. Ignores payloads that are not ours. */
  heard(payload: string): void {
    for (const [topic, key] of readPayload(payload, this.#self)) {
      for (const callback of this.#listeners.get(topic) ?? []) callback(key);
    }
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  /** Signals that could not be sent are dropped: receivers poll too. */
  async #tell(): Promise<void> {
    const signals = [...this.#waiting];
    this.#waiting.clear();
    await this.#send(payloadsOf(this.#self, signals)).catch(() => {});
    this.#timer = null;
    if (this.#waiting.size > 0 && !this.#closed)
      this.#timer = setTimeout(() => void this.#tell(), gatherMs);
  }
}

/** Splits the signals into payloads of the form `[self, [topic, key], …]`. */
function payloadsOf(self: string, signals: readonly string[]): readonly string[] {
  const payloads: string[] = [];
  const head = `[${JSON.stringify(self)}`;
  let payload = head;
  for (const signal of signals) {
    if (payload !== head && Buffer.byteLength(payload + signal) > payloadBytes) {
      payloads.push(`${payload}]`);
      payload = head;
    }
    payload += `,${signal}`;
  }
  return [...payloads, `${payload}]`];
}

/** Every user of the database can send one, so it may contain anything. */
function readPayload(payload: string, self: string): readonly (readonly [string, string])[] {
  try {
    const [sender, ...signals] = JSON.parse(payload) as unknown[];
    return sender === self ? [] : signals.filter(isSignal);
  } catch {
    return [];
  }
}

function isSignal(value: unknown): value is readonly [string, string] {
  if (!Array.isArray(value)) return false;
  const [topic, key]: readonly unknown[] = value;
  return typeof topic === "string" && typeof key === "string";
}
