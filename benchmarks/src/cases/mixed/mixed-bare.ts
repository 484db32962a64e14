import { setTimeout as pause } from "node:timers/promises";
import { ratios, type Row } from "../../figure.ts";
import type { LoadResult } from "../../load/load.ts";
import type { Child } from "../../process/child.ts";
import { interleave } from "../../rounds.ts";
import { median } from "../../statistics.ts";
import {
  connections,
  firstNeighbour,
  flood,
  leadMs,
  type MixedSettings,
  openMs,
  perSecond,
  writers,
} from "./mixed-traffic.ts";
import { type Sides, withSides, withStack } from "../sides.ts";

const alone = "alone";
const neighbours: ReadonlyMap<string, number> = new Map([
  [alone, 0],
  [flood.name, flood.perSecond],
]);

/** Latency of the neighbour's answers, and how much of the flood was accepted. */
interface Bare {
  readonly p99Ms: number;
  readonly floodPerSecond: number;
}

/**
 * The effect of the same flood on a bare server, which stores and sends nothing. It shows how much of the effect comes
 * from the cores that all processes share.
 */
export async function bareBeside(
  other: Child<true>,
  { rounds: count, seconds }: MixedSettings,
): Promise<readonly Row[]> {
  const contenders = [...neighbours].map(([name, floodPerSecond]) => ({
    name: `bare node:http, ${name}`,
    run: () => withSides((sides) => runBare(sides, other, { floodPerSecond, seconds })),
  }));
  const results = await interleave(contenders, count, told);
  const p99 = (name: string) => (results.get(name) ?? []).map(({ p99Ms }) => p99Ms);
  const quiet = p99(`bare node:http, ${alone}`);
  return [...results].map(([name, rounds]) => ({
    table: `Answers of a server that stores nothing, ${2 * perSecond} messages/s, beside a flood`,
    name,
    cells: {
      "answered, p99 ms": median(p99(name)),
      "÷ alone": median(ratios(p99(name), quiet)),
      "of the flood, answered/s": Math.round(median(rounds.map((one) => one.floodPerSecond))),
    },
  }));
}

function runBare(
  sides: Sides,
  other: Child<true>,
  { floodPerSecond, seconds }: { readonly floodPerSecond: number; readonly seconds: number },
): Promise<Bare> {
  const { receiverPort } = sides;
  return withStack(
    "bare-http",
    { receiverPort },
    async ({ ready: { port, visitorPath: path } }) => {
      const order = { port, path, shape: "visitor", connections, writers } as const;
      await sides.send({ ...order, messages: writers * 10 });
      const forSeconds = (leadMs + openMs) / 1_000 + seconds;
      const beside = other.ask<LoadResult>({
        ...order,
        firstWriter: firstNeighbour,
        giveUp: true,
        perSecond: floodPerSecond,
        messages: floodPerSecond * forSeconds,
      });
      // Its error is reported when it is awaited.
      beside.catch(() => {});
      await pause(leadMs);
      const [messages, rate] = [2 * perSecond * seconds, 2 * perSecond];
      const { p99Ms } = await sides.send({ ...order, messages, perSecond: rate, openMs });
      const { accepted, acceptedPerSecond } = await beside;
      if (floodPerSecond === 0) return { p99Ms, floodPerSecond };
      if (accepted === 0) throw new Error("nothing of the flood was accepted");
      return { p99Ms, floodPerSecond: acceptedPerSecond };
    },
  );
}

function told({ p99Ms, floodPerSecond }: Bare): string {
  return `p99 ${p99Ms.toFixed(1)} ms, ${Math.round(floodPerSecond)}/s of the flood`;
}
