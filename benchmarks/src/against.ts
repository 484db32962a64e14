import { resolve } from "node:path";
import { ratios } from "./figure.ts";
import type { Flow } from "./flows/flow.ts";
import {
  ingressExpress,
  ingressNode,
  parleyIn,
  parleyOut,
  parleyPostgresIn,
  parleyPostgresOut,
} from "./flows/flows.ts";
import { race } from "./flows/race.ts";
import { columns, type FlowRounds, of } from "./flows/slice.ts";
import { say } from "./report/progress.ts";
import { tellValue } from "./report/tell.ts";
import { textTable } from "./report/text-table.ts";
import { median } from "./statistics.ts";

/** Another checkout to compare with. */
export interface Against {
  readonly checkout: string;
  /** Flags of Node for the other checkout's gateways. */
  readonly flags: readonly string[];
}

/** A flow that two checkouts can be compared by. */
interface Comparable {
  readonly flow: Flow;
  /** Whether it is compared without being named. */
  readonly isUsual: boolean;
  /** Messages of a slice: about two seconds. */
  readonly messages: number;
}

/** By the flow's name. */
export const comparable: Readonly<Record<string, Comparable>> = {
  "parley-in": { flow: parleyIn, isUsual: true, messages: 8_000 },
  "parley-out": { flow: parleyOut, isUsual: true, messages: 8_000 },
  "ingress-express": { flow: ingressExpress, isUsual: true, messages: 12_000 },
  "ingress-node": { flow: ingressNode, isUsual: false, messages: 12_000 },
  "parley-postgres-in": { flow: parleyPostgresIn, isUsual: false, messages: 6_000 },
  "parley-postgres-out": { flow: parleyPostgresOut, isUsual: false, messages: 6_000 },
};

const slices = 4;
const warmUp = 24_000;
const moment = { messages: 200, warmUp: 200, slices: 1, rounds: 1 } as const;

/** Extent of the comparison, and the flows to compare. */
export interface AgainstSettings {
  readonly wanted: readonly string[];
  readonly rounds: number;
  readonly smoke: boolean;
}

/**
 * Compares this checkout with another one. Each flow sends the same load to gateways of both in turn.
 * @returns a table of ratios.
 */
export async function measureAgainst(
  { checkout, flags }: Against,
  { wanted, rounds, smoke }: AgainstSettings,
): Promise<string> {
  const lines: (readonly string[])[] = [];
  for (const name of wanted) {
    const { flow, messages } = comparable[name] ?? unknown(name);
    say(name);
    const amount = smoke ? moment : { messages, warmUp, slices, rounds };
    const results = await race(
      [
        { ...flow, name: "this" },
        { ...flow, name: "other", checkout: resolve(checkout), flags },
      ],
      {
        ...amount,
        amountOf: () => ({ messages: amount.messages }),
        warmUpOf: () => amount.warmUp,
      },
    );
    lines.push(...linesOf(name, results));
  }
  const titles = ["flow", "measure", "this", "other", "this ÷ other", "spread", "rounds", ""];
  return textTable(titles, lines);
}

function linesOf(name: string, results: FlowRounds): readonly (readonly string[])[] {
  return Object.entries(columns).flatMap(([column, measured]) => {
    const [ours, theirs] = ["this", "other"].map((side) => of(results, { name: side }, measured));
    if (ours === undefined || theirs === undefined || ours.some(Number.isNaN)) return [];
    const both = ratios(ours, theirs);
    const [low, high] = [Math.min(...both), Math.max(...both)];
    return [
      [
        name,
        column,
        tellValue(median(ours)),
        tellValue(median(theirs)),
        tellValue(median(both)),
        `${tellValue(low)} … ${tellValue(high)}`,
        String(both.length),
        low > 1 || high < 1 ? "differs" : "no difference",
      ],
    ];
  });
}

function unknown(name: string): never {
  throw new Error(`no flow is called ${name}`);
}
