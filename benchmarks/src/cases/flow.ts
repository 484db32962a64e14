import { setTimeout as pause } from "node:timers/promises";
import type { LoadOrder, LoadResult } from "../load/load.ts";
import type { Child } from "../process/child.ts";
import { usageOf } from "../process/usage.ts";
import type { Received } from "../receiver/tally.ts";
import type { StackReady } from "../stacks/stack.ts";
import { onwardFrom } from "./onward.ts";
import { type Sides, withSides, withStack } from "./sides.ts";

/** A direction through a stack. */
export interface Flow {
  /** Name in the tables. */
  readonly name: string;
  /** Name of the stack's module. */
  readonly stack: string;
  readonly options: object;
  /** `in`: visitors' messages to the agent's side; `out`: agents' messages to the channel. */
  readonly direction: "in" | "out";
  /** Whether each writer's messages must arrive in order. */
  readonly ordered: boolean;
}

/** Number and rate of messages. */
export interface Amount {
  readonly messages: number;
  /** Messages sent before the measurement. */
  readonly warmUp: number;
  /** Without it, every connection sends as soon as it has its answer. */
  readonly perSecond?: number;
  /** Default 64. */
  readonly connections?: number;
}

/** Results of a flow. */
export interface Poured {
  readonly sent: LoadResult;
  readonly received: Received;
  /** Delay of each message from its 200 to its arrival, when sent at a rate; 0 for one that arrived before its 200. */
  readonly onwardMs: readonly number[];
  /** From the first request to the last arrival. */
  readonly deliveredPerSecond: number;
  /** CPU of the whole stack per delivered message. */
  readonly cpuMicroseconds: number;
  /** Memory of the whole stack after the load and a pause. */
  readonly memoryBytes: number;
}

const usualConnections = 64;
const writers = 1_024;
const restMs = 2_000;
const timeoutMs = 120_000;

/**
 * Starts the flow's stack and sends through it. @throws Error unless all messages arrived once, and in order where
 * required.
 */
export function pour(flow: Flow, amount: Amount): Promise<Poured> {
  return withSides((sides) => pourBetween(sides, flow, amount));
}

function pourBetween(sides: Sides, flow: Flow, amount: Amount): Promise<Poured> {
  const options = { ...flow.options, receiverPort: sides.receiverPort };
  return withStack(flow.stack, options, async (stack) => {
    if (flow.direction === "out") await beginConversations(sides, stack);
    const { perSecond, ...warm } = amount;
    // Times are kept during the warm-up too, so that this code is hot before the measurement.
    const times = perSecond !== undefined;
    await sendThrough(sides, flow, stack, { ...warm, messages: amount.warmUp }, times);
    const { pids } = stack.ready;
    const before = usageOf(pids);
    const { sent, received } = await sendThrough(sides, flow, stack, amount, times);
    const cpuSeconds = usageOf(pids).cpuSeconds - before.cpuSeconds;
    await pause(restMs);
    return {
      sent,
      received,
      onwardMs: onwardFrom(sent.acceptedAt, received.arrivedAt),
      deliveredPerSecond: (amount.messages * 1_000) / (received.lastAt - sent.startedAt),
      cpuMicroseconds: (cpuSeconds * 1_000_000) / amount.messages,
      memoryBytes: usageOf(pids).memoryBytes,
    };
  });
}

/** Every writer first writes as a visitor: agents need a conversation to answer in. */
async function beginConversations(sides: Sides, { ready }: Child<StackReady>): Promise<void> {
  const order = { port: ready.port, path: ready.visitorPath, shape: "visitor" } as const;
  await sides.send({
    ...order,
    connections: usualConnections,
    writers,
    messages: writers,
    evenly: true,
  });
  await sides.received(writers, timeoutMs, "in");
}

async function sendThrough(
  sides: Sides,
  { name, direction, ordered }: Flow,
  { ready }: Child<StackReady>,
  { messages, perSecond, connections = usualConnections }: Omit<Amount, "warmUp">,
  times: boolean,
): Promise<Pick<Poured, "sent" | "received">> {
  const path = direction === "in" ? ready.visitorPath : ready.agentPath;
  if (path === null) throw new Error(`${name} has no door for agents`);
  const shape: LoadOrder["shape"] = direction === "in" ? "visitor" : "agent";
  const order = { port: ready.port, path, shape, connections, writers, messages, times };
  if (times) await sides.keepTimes(direction);
  const sent = await sides.send(perSecond === undefined ? order : { ...order, perSecond });
  const received = await sides.received(messages, timeoutMs, direction);
  if (ordered && received.outOfOrder > 0)
    throw new Error(`${name}: ${received.outOfOrder} messages overtook one of their writer`);
  return { sent, received };
}
