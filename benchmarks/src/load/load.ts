import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "../statistics.ts";
import type { Shape } from "./body.ts";
import { HttpConnection } from "./http-connection.ts";
import { epochNow, nameOf } from "./text.ts";
import { type Letter, Writers } from "./writers.ts";

/**
 * What to send. Writers are numbered from `firstWriter`. Each writes over one connection, one message after another.
 */
export interface LoadOrder {
  readonly port: number;
  readonly path: string;
  readonly shape: Shape;
  readonly connections: number;
  readonly writers: number;
  readonly firstWriter?: number;
  /** Total number of messages. */
  readonly messages: number;
  /** Total rate. Without it each connection sends as soon as it has its answer. */
  readonly perSecond?: number;
  /** Whether every writer sends the same number of messages. Otherwise each sends as many as its connection can. */
  readonly evenly?: boolean;
  /**
   * How long the connections are open before the first request. Default: the time in which an idle server accepts them.
   */
  readonly openMs?: number;
  /**
   * Whether to count answers other than 200 without sending the message again. Default: it is repeated until accepted.
   */
  readonly giveUp?: boolean;
  /** Whether to return when each message was accepted. */
  readonly times?: boolean;
}

/** Results. Latencies are of accepted messages, from the request to its answer. */
export interface LoadResult {
  readonly accepted: number;
  /** Number of answers other than 200, by status. */
  readonly refused: Readonly<Record<number, number>>;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly acceptedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Epoch milliseconds at which each message got its 200, by its name; empty unless requested. */
  readonly acceptedAt: ReadonlyMap<string, number>;
}

const againMs = 5;
/**
 * A Node server accepts one new connection per event-loop turn. This is the time per connection before the load starts.
 */
const acceptMs = 0.2;
/** A stack that refuses one message for longer is broken, so the measurement fails. */
const timeoutMs = 20_000;

/** Sends from one process over kept-alive connections. Numbers of writers continue from one order to the next. */
export class LoadGenerator {
  readonly #numbers: Record<Shape, Map<number, number>> = {
    visitor: new Map(),
    agent: new Map(),
    telegram: new Map(),
  };

  async run(order: LoadOrder): Promise<LoadResult> {
    const run = new Run(order);
    const lines = Array.from({ length: order.connections }, async (_, line) => {
      const writers = writersOf(order, line);
      const connection = await HttpConnection.open(order.port, order.path);
      return { connection, writers: new Writers(order.shape, writers, this.#numbers[order.shape]) };
    });
    const opened = await Promise.all(lines);
    await pause(order.openMs ?? acceptMs * opened.length);
    run.start();
    try {
      await Promise.all(opened.map((line) => run.send(line.connection, line.writers)));
      return run.result();
    } finally {
      for (const { connection } of opened) connection.close();
    }
  }
}

function writersOf({ writers, firstWriter = 0, connections }: LoadOrder, line: number): number[] {
  const own = Math.ceil((writers - line) / connections);
  if (own < 1) throw new Error("every connection needs a writer of its own");
  return Array.from({ length: own }, (_, index) => firstWriter + line + index * connections);
}

/** A running order. */
class Run {
  readonly #order: LoadOrder;
  readonly #latencies: number[] = [];
  readonly #refused: Record<number, number> = {};
  readonly #acceptedAt = new Map<string, number>();
  #begun = 0;
  #startedAt = 0;

  constructor(order: LoadOrder) {
    this.#order = order;
  }

  start(): void {
    this.#startedAt = epochNow();
  }

  /** Sends over one connection until the order is done. */
  async send(connection: HttpConnection, writers: Writers): Promise<void> {
    const { messages, writers: all, evenly } = this.#order;
    const share = evenly === true ? (messages * writers.count) / all : messages;
    for (let own = 0; own < share && this.#begun < messages; own += 1) {
      const number = this.#begun;
      this.#begun += 1;
      await this.#dueAt(number);
      await this.#post(connection, writers.next());
    }
  }

  result(): LoadResult {
    const endedAt = epochNow();
    const accepted = this.#latencies.length;
    return {
      accepted,
      refused: this.#refused,
      startedAt: this.#startedAt,
      endedAt,
      acceptedPerSecond: (accepted * 1_000) / (endedAt - this.#startedAt),
      p50Ms: accepted === 0 ? Number.NaN : quantile(this.#latencies, 0.5),
      p99Ms: accepted === 0 ? Number.NaN : quantile(this.#latencies, 0.99),
      acceptedAt: this.#acceptedAt,
    };
  }

  async #dueAt(number: number): Promise<void> {
    const { perSecond } = this.#order;
    if (perSecond === undefined) return;
    const waitMs = this.#startedAt + (number * 1_000) / perSecond - epochNow();
    if (waitMs > 0) await pause(waitMs);
  }

  async #post(connection: HttpConnection, { body, told }: Letter): Promise<void> {
    const until = epochNow() + timeoutMs;
    for (;;) {
      const sentAt = epochNow();
      const status = await connection.post(body);
      if (status === 200) {
        const at = epochNow();
        this.#latencies.push(at - sentAt);
        if (this.#order.times === true) this.#acceptedAt.set(nameOf(told), at);
        return;
      }
      this.#refused[status] = (this.#refused[status] ?? 0) + 1;
      if (this.#order.giveUp) return;
      if (epochNow() > until) throw new Error(`a message was refused with ${status} for too long`);
      await pause(againMs);
    }
  }
}
