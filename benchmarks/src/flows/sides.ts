import type { LoadOrder, LoadResult } from "../load/load.ts";
import { Child } from "../process/child.ts";
import { inCheckout, moduleBeside } from "../process/module-beside.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";
import type { Received } from "../receiver/tally.ts";
import type { StackReady } from "../stacks/stack.ts";
import type { Flow } from "./flow.ts";

/** The two processes beside every stack: the writer and the receiver. */
export class Sides {
  readonly #load: Child<true>;
  readonly #receiver: Child<{ readonly port: number }>;

  private constructor(load: Child<true>, receiver: Child<{ readonly port: number }>) {
    this.#load = load;
    this.#receiver = receiver;
  }

  static async open(): Promise<Sides> {
    const load = await Child.start<true>(moduleBeside("../load/main", import.meta.url));
    const receiver = await Child.start<{ readonly port: number }>(
      moduleBeside("../receiver/main", import.meta.url),
    );
    return new Sides(load, receiver);
  }

  get receiverPort(): number {
    return this.#receiver.ready.port;
  }

  send(order: LoadOrder): Promise<LoadResult> {
    return this.#load.ask(order);
  }

  /** Waits until all messages have arrived. @throws Error when they are late, or one came twice. */
  async received(messages: number, timeoutMs = 60_000, tally = "in"): Promise<Received> {
    const received = await this.#receiver.ask<Received>({
      kind: "settled",
      messages,
      timeoutMs,
      tally,
    });
    if (received.messages !== messages || received.repeated > 0) {
      const { repeated } = received;
      throw new Error(`${received.messages} of ${messages} received, ${repeated} of them again`);
    }
    return received;
  }

  /** Makes a tally keep arrival times until its next reset. */
  async keepTimes(tally: string): Promise<void> {
    await this.#receiver.ask({ kind: "times", tally });
  }

  /** Resets a tally, whatever it contains. */
  async forget(tally: string): Promise<void> {
    await this.#receiver.ask({ kind: "settled", messages: 0, timeoutMs: 0, tally });
  }

  async close(): Promise<void> {
    await this.#load.stop();
    await this.#receiver.stop();
  }
}

/** Runs `work` with new sides. Numbers of writers start again, so that a failed turn can be repeated. */
export async function withSides<Result>(work: (sides: Sides) => Promise<Result>): Promise<Result> {
  const sides = await Sides.open();
  try {
    return await work(sides);
  } finally {
    await sides.close();
  }
}

/** Starts a flow's stack in a new directory, runs `work`, and stops it. */
export async function withStack<Result>(
  { stack: name, options, checkout, flags }: Pick<Flow, "stack" | "options" | "checkout" | "flags">,
  receiverPort: number,
  work: (stack: Child<StackReady>) => Promise<Result>,
): Promise<Result> {
  return inTemporaryDirectory(async (directory) => {
    const entry = inCheckout(moduleBeside(`../stacks/${name}`, import.meta.url), checkout);
    const all = { ...options, receiverPort, directory };
    const stack = await Child.start<StackReady>(entry, all, [
      ...process.execArgv,
      ...(flags ?? []),
    ]);
    try {
      return await work(stack);
    } finally {
      await stack.stop();
    }
  });
}
