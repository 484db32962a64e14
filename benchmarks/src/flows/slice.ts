import type { Row } from "../figure.ts";
import type { LoadResult } from "../load/load.ts";
import type { Received } from "../receiver/tally.ts";
import { median } from "../statistics.ts";

/** One measurement of a running stack, of a few seconds. */
export interface Slice {
  readonly messages: number;
  readonly sent: LoadResult;
  /** `null` when the slice ended with the acceptance. */
  readonly received: Received | null;
  /** Delay of each message from its 200 to its arrival, when sent at a rate; 0 for one that arrived before its 200. */
  readonly onwardMs: readonly number[];
  /** CPU of the whole stack. */
  readonly cpuSeconds: number;
  /** Of the whole stack; `null` where nothing counts them. */
  readonly instructions: number | null;
}

/** A flow's measurements in one round, in one process. */
export interface FlowRound {
  readonly slices: readonly Slice[];
  /** Memory of the whole stack after the load and a pause. */
  readonly memoryBytes: number;
}

/** Rounds by the name of their flow. */
export type FlowRounds = ReadonlyMap<string, readonly FlowRound[]>;
export type Measured = (round: FlowRound) => number;

export const cpuMicroseconds: Measured = ({ slices }) =>
  (sum(slices, ({ cpuSeconds }) => cpuSeconds) * 1_000_000) / messagesOf(slices);
/** NaN where nothing counts instructions. */
export const instructions: Measured = ({ slices }) =>
  sum(slices, (slice) => slice.instructions ?? Number.NaN) / messagesOf(slices);
export const acceptedPerSecond: Measured = ({ slices }) =>
  (messagesOf(slices) * 1_000) / sum(slices, ({ sent }) => sent.endedAt - sent.startedAt);
/** From the first request to the last arrival. NaN when nothing is delivered. */
export const deliveredPerSecond: Measured = ({ slices }) =>
  (messagesOf(slices) * 1_000) /
  sum(slices, ({ sent, received }) => (received?.lastAt ?? Number.NaN) - sent.startedAt);
export const memoryBytes: Measured = (round) => round.memoryBytes;
/** From the request to the arrival, in milliseconds. */
export const requestP99: Measured = ({ slices }) =>
  median(slices.map(({ received }) => received?.p99Ms ?? Number.NaN));

/** A flow's figure of each round. */
export function of(
  rounds: FlowRounds,
  { name }: { readonly name: string },
  measured: Measured,
): readonly number[] {
  return (rounds.get(name) ?? []).map(measured);
}

/** A table row of a flow: CPU first. A column that was not measured is left out. */
export function rowOf(table: string, name: string, rounds: readonly FlowRound[]): Row {
  const cells = Object.entries(columns).map(([column, measured]) => {
    const value = median(rounds.map(measured));
    return [column, value >= 100 ? Math.round(value) : value] as const;
  });
  return {
    table,
    name,
    cells: Object.fromEntries(cells.filter(([, value]) => !Number.isNaN(value))),
  };
}

/** Columns of the tables, by their titles. */
export const columns: Readonly<Record<string, Measured>> = {
  "CPU µs/message": cpuMicroseconds,
  "instructions/message": instructions,
  "delivered/s": deliveredPerSecond,
  "accepted/s": acceptedPerSecond,
  "memory MB": (round) => round.memoryBytes / 1_000_000,
};

/** A round in a line of the progress. */
export function tellRound(round: FlowRound): string {
  const [delivered, accepted] = [deliveredPerSecond(round), acceptedPerSecond(round)];
  const rate = Number.isNaN(delivered)
    ? `${Math.round(accepted)} accepted/s`
    : `${Math.round(delivered)} delivered/s`;
  return `${cpuMicroseconds(round).toFixed(1)} µs CPU a message, ${rate}`;
}

function messagesOf(slices: readonly Slice[]): number {
  return sum(slices, ({ messages }) => messages);
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0);
}
