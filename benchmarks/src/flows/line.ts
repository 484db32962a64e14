import type { LoadOrder, LoadResult } from "../load/load.ts";
import type { Child } from "../process/child.ts";
import { InstructionCounter } from "../process/instructions.ts";
import { cpuSecondsOf, memoryBytesOf } from "../process/usage.ts";
import type { Received } from "../receiver/tally.ts";
import type { StackReady } from "../stacks/stack.ts";
import type { Flow } from "./flow.ts";
import { onwardFrom } from "./onward.ts";
import { type Sides, withSides, withStack } from "./sides.ts";
import type { Slice } from "./slice.ts";

/** Number and rate of the messages of a slice. */
export interface Amount {
  readonly messages: number;
  /** Without it, every connection sends as soon as it has its answer. */
  readonly perSecond?: number;
  /** Whether to note when each message was accepted and arrived. Default: when it has a rate. */
  readonly times?: boolean;
}

const usualConnections = 64;
const writers = 1_024;
const timeoutMs = 120_000;

/** A running stack, with a writer and a receiver of its own. */
export class Line {
  readonly flow: Flow;
  readonly #sides: Sides;
  readonly #stack: Child<StackReady>;

  constructor(flow: Flow, sides: Sides, stack: Child<StackReady>) {
    this.flow = flow;
    this.#sides = sides;
    this.#stack = stack;
  }

  /** Every writer first writes as a visitor: agents need a conversation to answer in. */
  async beginConversations(): Promise<void> {
    const { port, visitorPath: path } = this.#stack.ready;
    const order = { port, path, shape: "visitor", connections: usualConnections, writers } as const;
    await this.#sides.send({ ...order, messages: writers, evenly: true });
    await this.#sides.received(writers, timeoutMs, "in");
  }

  /** Sends messages and waits for their end. @throws Error unless each arrived once, and in order where required. */
  async measure(amount: Amount): Promise<Slice> {
    const { pids } = this.#stack.ready;
    const counter = await InstructionCounter.start(pids);
    const before = cpuSecondsOf(pids);
    const { sent, received } = await this.#send(amount);
    const cpuSeconds = cpuSecondsOf(pids) - before;
    const instructions = (await counter?.stop()) ?? null;
    if (this.flow.until === "accepted") await this.#releaseHeld(amount.messages);
    const onwardMs = received === null ? [] : onwardFrom(sent.acceptedAt, received.arrivedAt);
    return { messages: amount.messages, sent, received, onwardMs, cpuSeconds, instructions };
  }

  /** Memory of the whole stack. */
  memoryBytes(): number {
    return memoryBytesOf(this.#stack.ready.pids);
  }

  async #send(amount: Amount): Promise<Pick<Slice, "sent" | "received">> {
    const { name, direction, ordered, until, connections = usualConnections } = this.flow;
    const { port, visitorPath, agentPath } = this.#stack.ready;
    const path = direction === "in" ? visitorPath : agentPath;
    if (path === null) throw new Error(`${name} has no door for agents`);
    const shape: LoadOrder["shape"] = direction === "in" ? "visitor" : "agent";
    const { messages, perSecond, times = perSecond !== undefined } = amount;
    if (times) await this.#sides.keepTimes(direction);
    const order = { port, path, shape, connections, writers, messages, times };
    const sent: LoadResult = await this.#sides.send(
      perSecond === undefined ? order : { ...order, perSecond },
    );
    if (until === "accepted") return { sent, received: null };
    const received = await this.#sides.received(messages, timeoutMs, direction);
    if (ordered && received.outOfOrder > 0)
      throw new Error(`${name}: ${received.outOfOrder} messages overtook one of their writer`);
    return { sent, received };
  }

  /** Lets a stack that stored messages deliver them. @throws Error unless each arrives once and in order. */
  async #releaseHeld(messages: number): Promise<void> {
    if (!this.flow.ordered) return;
    const received = await this.#stack.ask<Received>({ messages, timeoutMs });
    const { repeated, outOfOrder } = received;
    if (received.messages === messages && repeated + outOfOrder === 0) return;
    throw new Error(
      `${this.flow.name}: ${received.messages} of ${messages} delivered, ${repeated} again, ${outOfOrder} out of order`,
    );
  }
}

/** Starts a line for every flow, runs `work` and stops them. */
export async function withLines<Result>(
  flows: readonly Flow[],
  work: (lines: readonly Line[]) => Promise<Result>,
  started: readonly Line[] = [],
): Promise<Result> {
  const [flow, ...others] = flows;
  if (flow === undefined) return work(started);
  return withSides((sides) =>
    withStack(flow, sides.receiverPort, async (stack) => {
      const line = new Line(flow, sides, stack);
      if (flow.direction === "out") await line.beginConversations();
      return withLines(others, work, [...started, line]);
    }),
  );
}
