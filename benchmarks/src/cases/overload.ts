import { type CaseResult, figure, type Row } from "../figure.ts";
import { parleyIn } from "../flows/flows.ts";
import { type Sides, withSides, withStack } from "../flows/sides.ts";
import type { LoadOrder, LoadResult } from "../load/load.ts";
import { memoryBytesOf } from "../process/usage.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { StackReady } from "../stacks/stack.ts";

const table = "Overload: ingress-node, deliveries over HTTP";
/** Minimum load as a multiple of the capacity. Less is no overload. */
const leastOffered = 1.8;
/** Time limit for delivering everything that was accepted. */
const drainPatienceMs = 180_000;

/** Extent of the overload. */
export interface OverloadSettings {
  readonly rounds: number;
  /** Number of messages that find the capacity, after as many for the warm-up. */
  readonly messages: number;
  /** Number of connections for twice the load, each with one running request. */
  readonly connections: number;
  /** Duration of twice the capacity. */
  readonly seconds: number;
}

/** Results of one round. */
interface Round {
  readonly capacity: LoadResult;
  readonly overload: LoadResult;
  readonly refused: number;
  /** Memory of the gateway at its capacity, and after the overload. */
  readonly memoryBytes: readonly [number, number];
}

/** Sends twice what the gateway can carry. Measures what it still accepts, and how long that takes. */
export async function measureOverload(settings: OverloadSettings): Promise<CaseResult> {
  const contender = {
    name: "overload",
    run: () => withSides((sides) => runOnce(sides, settings)),
  };
  const results = await interleave([contender], settings.rounds, told);
  return resultOf(results.get("overload") ?? []);
}

function runOnce(sides: Sides, settings: OverloadSettings): Promise<Round> {
  const { messages, connections, seconds } = settings;
  return withStack(parleyIn, sides.receiverPort, async ({ ready }) => {
    const send = (order: Pick<LoadOrder, "connections" | "messages" | "perSecond">) =>
      accept(sides, ready, { ...order, writers: connections });
    await send({ connections, messages });
    const capacity = await send({ connections, messages });
    const before = memoryBytesOf(ready.pids);
    const perSecond = Math.round(2 * capacity.acceptedPerSecond);
    const overload = await send({ connections, perSecond, messages: perSecond * seconds });
    const memoryBytes = [before, memoryBytesOf(ready.pids)] as const;
    const refused = Object.values(overload.refused).reduce((sum, count) => sum + count, 0);
    requireOverload(capacity, overload, refused);
    return { capacity, overload, refused, memoryBytes };
  });
}

/** @throws Error when too little was sent: clients that wait for slow answers send less. */
function requireOverload(capacity: LoadResult, overload: LoadResult, refused: number): void {
  const seconds = (overload.endedAt - overload.startedAt) / 1_000;
  const offered = (overload.accepted + refused) / seconds / capacity.acceptedPerSecond;
  if (offered >= leastOffered) return;
  throw new Error(
    `${offered.toFixed(2)} of the capacity was offered, and ${refused} refused: that is no overload`,
  );
}

/** Sends, and waits until all accepted messages are delivered. */
async function accept(
  sides: Sides,
  ready: StackReady,
  order: Pick<LoadOrder, "connections" | "messages" | "perSecond" | "writers">,
): Promise<LoadResult> {
  const { port, visitorPath: path } = ready;
  const result = await sides.send({ ...order, port, path, shape: "visitor", giveUp: true });
  const strange = Object.keys(result.refused).filter((status) => !/^(429|503)$/.test(status));
  if (strange.length > 0) throw new Error(`refused with ${strange.join(", ")}`);
  await sides.received(result.accepted, drainPatienceMs);
  return result;
}

function resultOf(rounds: readonly Round[]): CaseResult {
  const kept = rounds.map(
    ({ capacity, overload }) => overload.acceptedPerSecond / capacity.acceptedPerSecond,
  );
  const figures = [
    figure("overload/throughput", kept),
    figure(
      "overload/p99",
      rounds.map(({ overload }) => overload.p99Ms),
    ),
  ];
  const row = (name: string, of: (round: Round) => LoadResult, memory: 0 | 1): Row => ({
    table,
    name,
    cells: {
      "accepted/s": Math.round(median(rounds.map((round) => of(round).acceptedPerSecond))),
      "p50 ms": median(rounds.map((round) => of(round).p50Ms)),
      "p99 ms": median(rounds.map((round) => of(round).p99Ms)),
      "MB after": Math.round(median(rounds.map(({ memoryBytes }) => memoryBytes[memory])) / 1e6),
      "refused %": memory === 0 ? 0 : median(rounds.map(refusedPercent)),
    },
  });
  const settings = {
    overload: `parley: SQLite, synchronous=FULL, every bound at its default but the ones for strangers and per channel; no connection has two requests under way`,
  };
  const rows = [
    row("at its capacity", ({ capacity }) => capacity, 0),
    row("at twice the load", ({ overload }) => overload, 1),
  ];
  return { figures, rows, settings };
}

function refusedPercent({ overload, refused }: Round): number {
  return (refused * 100) / (refused + overload.accepted);
}

function told({ capacity, overload, refused }: Round): string {
  const rate = (result: LoadResult): string => `${Math.round(result.acceptedPerSecond)}/s`;
  return `${rate(capacity)}, then ${rate(overload)} p99 ${overload.p99Ms.toFixed(0)} ms, ${refused} refused`;
}
