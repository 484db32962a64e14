import { setTimeout as pause } from "node:timers/promises";
import { type CaseResult, figure, ratios, type Row } from "../figure.ts";
import type { LoadOrder, LoadResult } from "../load/load.ts";
import type { Shape } from "../load/body.ts";
import { parleyIn } from "../flows/flows.ts";
import { type Sides, withSides, withStack } from "../flows/sides.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import { type Contender, interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { StackReady } from "../stacks/stack.ts";

/** Duration for each kind of neighbour. */
export interface MixedSettings {
  readonly rounds: number;
  readonly seconds: number;
}

/** Conversations per channel, and connections for its messages. */
const [writers, connections] = [200, 32];
/** Messages per channel and direction. */
const perSecond = 100;
/** The flood's channel sends as fast as it can. */
const floodPerSecond = 5_000;
/**
 * `leadMs`: how long the neighbour runs before the measurement. By then its first series have failed and were reported,
 * at 9 s, so all its code has run. `openMs`: how long the measured connections are open before. A Node server accepts
 * one new connection per event-loop turn, so new connections wait.
 */
const [leadMs, openMs] = [10_000, 1_000];
/** Number of the other channel's first writer. */
const firstNeighbour = 1_000_000;

/** The traffic of the gateway's other channel. */
interface Neighbour {
  readonly name: string;
  /** How its agent app and its integrating system answer. */
  readonly in: string;
  readonly out: string;
  /** Messages per second from its visitors. */
  readonly visitorsPerSecond: number;
}

const healthy: Neighbour = { name: "all healthy", in: "ok", out: "ok", visitorsPerSecond: 100 };
const neighbours: readonly Neighbour[] = [
  healthy,
  { ...healthy, name: "a dead receiver", out: "dead" },
  { ...healthy, name: "a slow receiver, 2.5 s", out: "slow-2500" },
  { ...healthy, name: "a receiver that fails", out: "fail" },
  { ...healthy, name: "an agent app that takes 2 s", in: "slow-2000" },
  { ...healthy, name: "a flood", visitorsPerSecond: floodPerSecond },
];

/** p99 of the healthy channel, from request to arrival. */
interface Latency {
  readonly in: number;
  readonly out: number;
}

/** Whether trouble on one channel affects another: the same healthy traffic beside each kind of neighbour. */
export async function measureMixed({ rounds, seconds }: MixedSettings): Promise<CaseResult> {
  const other = await Child.start<true>(moduleBeside("../load/main", import.meta.url));
  try {
    const contenders = neighbours.map((neighbour): Contender<Latency> => ({
      name: neighbour.name,
      run: () => withSides((sides) => runBeside(neighbour, sides, other, seconds)),
    }));
    const results = await interleave(contenders, rounds, told);
    return resultOf(results);
  } finally {
    await other.stop();
  }
}

function runBeside(
  neighbour: Neighbour,
  sides: Sides,
  other: Child<true>,
  seconds: number,
): Promise<Latency> {
  const options = { ...parleyIn.options, limited: true, neighbour };
  return withStack({ ...parleyIn, options }, sides.receiverPort, async ({ ready }) => {
    const send = async (order: Partial<LoadOrder>) =>
      requireAnswers(await other.ask<LoadResult>({ ...neighbourly(ready), ...order }));
    await warmUp(sides, ready);
    await send({ messages: writers });
    const forSeconds = (leadMs + openMs) / 1_000 + seconds;
    const beside = Promise.all([
      send({
        perSecond: neighbour.visitorsPerSecond,
        messages: neighbour.visitorsPerSecond * forSeconds,
      }),
      send({
        shape: "agent",
        path: ready.agentPath ?? "",
        perSecond,
        messages: perSecond * forSeconds,
      }),
    ]);
    // Its error is reported when it is awaited.
    beside.catch(() => {});
    await pause(leadMs);
    const [inbound, outbound] = await Promise.all([
      measure(sides, ready, "visitor", seconds),
      measure(sides, ready, "agent", seconds),
    ]);
    await beside;
    await sides.forget("neighbour");
    return { in: inbound, out: outbound };
  });
}

/** The other channel's traffic. Refused messages are not repeated. */
function neighbourly({ port, neighbourPath = "" }: StackReady): LoadOrder {
  const order = { shape: "visitor", writers, connections, messages: 0, giveUp: true } as const;
  return { port, path: neighbourPath, firstWriter: firstNeighbour, ...order };
}

/** @throws Error when the gateway accepted nothing from the neighbour, or did not know its channel. */
function requireAnswers({ accepted, refused }: LoadResult): void {
  const strange = Object.keys(refused).filter((status) => !/^(429|503)$/.test(status));
  if (strange.length > 0 || accepted === 0)
    throw new Error(`the neighbour had ${accepted} accepted, and answers ${strange.join(", ")}`);
}

/** Opens the conversations for the agents' answers and the connections in both directions, and warms up the code. */
async function warmUp(sides: Sides, ready: StackReady): Promise<void> {
  const { port, visitorPath, agentPath } = ready;
  const order = { port, connections, writers, messages: writers * 10 } as const;
  await sides.send({ ...order, path: visitorPath, shape: "visitor" });
  await sides.received(order.messages);
  await sides.send({ ...order, path: agentPath ?? "", shape: "agent" });
  await sides.received(order.messages, 30_000, "out");
}

/** @throws Error when a message of the healthy channel was lost, repeated, or out of order. */
async function measure(
  sides: Sides,
  ready: StackReady,
  shape: Shape,
  seconds: number,
): Promise<number> {
  const { port, visitorPath, agentPath } = ready;
  const path = shape === "visitor" ? visitorPath : (agentPath ?? "");
  const messages = perSecond * seconds;
  await sides.send({ port, path, shape, connections, writers, messages, perSecond, openMs });
  const tally = shape === "visitor" ? "in" : "out";
  const received = await sides.received(messages, 30_000, tally);
  if (received.outOfOrder > 0) throw new Error(`${received.outOfOrder} came out of order`);
  return received.p99Ms;
}

function resultOf(results: ReadonlyMap<string, readonly Latency[]>): CaseResult {
  const of = (name: string, way: keyof Latency): readonly number[] =>
    (results.get(name) ?? []).map((latency) => latency[way]);
  const troubles = neighbours
    .filter((one) => one !== healthy)
    .flatMap(({ name }) =>
      (["in", "out"] as const).map((way) => ratios(of(name, way), of(healthy.name, way))),
    )
    .toSorted((left, right) => median(right) - median(left));
  const rows = neighbours.map(({ name }): Row => ({
    table: `A healthy channel, ${2 * perSecond} messages/s, beside a neighbour`,
    name,
    cells: {
      "to the agent app, p99 ms": median(of(name, "in")),
      "to the integrating system, p99 ms": median(of(name, "out")),
      "÷ healthy, in": median(ratios(of(name, "in"), of(healthy.name, "in"))),
      "÷ healthy, out": median(ratios(of(name, "out"), of(healthy.name, "out"))),
    },
  }));
  const settings = {
    mixed: `parley: SQLite, synchronous=FULL, every bound at its default but the one for strangers; two channels, each ${perSecond} messages/s both ways but for the flood; the neighbour is there for ${leadMs} ms before; the limit of requests of a channel, 20,000 in 10 s, lets the flood in for some half of the time; connections kept alive; ${writers} conversations each`,
  };
  return { figures: [figure("mixed/p99", troubles[0] ?? [])], rows, settings };
}

function told({ in: inbound, out }: Latency): string {
  return `p99 ${inbound.toFixed(1)} ms in, ${out.toFixed(1)} ms out`;
}
