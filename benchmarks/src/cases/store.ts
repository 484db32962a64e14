import { type CaseResult, figure, ratios } from "../figure.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { AppendOrder, AppendResult } from "../store/append-process.ts";

const batches = [1, 8, 64, 512] as const;
/** Enough that each message of the largest batch is of another conversation. */
const writers = 640;
const warmUpMs = 300;

/** Duration of every batch size in each round. */
export interface StoreSettings {
  readonly rounds: number;
  readonly forMs: number;
}

/** The store alone: one commit for many appends, compared with one for each. */
export async function measureStore({ rounds, forMs }: StoreSettings): Promise<CaseResult> {
  const child = await Child.start<true>(moduleBeside("../store/append-process", import.meta.url));
  const append = (order: Omit<AppendOrder, "writers">) =>
    child.ask<AppendResult>({ ...order, writers });
  try {
    for (const batch of batches) await append({ batch, forMs: warmUpMs });
    const contenders = batches.map((batch) => ({
      name: String(batch),
      run: () => append({ batch, forMs }),
    }));
    const results = await interleave(contenders, rounds, told);
    const rates = (batch: number) =>
      (results.get(String(batch)) ?? []).map(({ appendsPerSecond }) => appendsPerSecond);
    return {
      figures: [figure("group-commit/single", ratios(rates(64), rates(1)))],
      rows: batches.map((batch) => ({
        table: "Store alone, full sync, 640 conversations",
        name: batch === 1 ? "a commit for each append" : `${batch} appends a commit`,
        cells: { "appends/s": Math.round(median(rates(batch))) },
      })),
    };
  } finally {
    await child.stop();
  }
}

function told({ appendsPerSecond, commitsPerSecond }: AppendResult): string {
  const appends = Math.round(appendsPerSecond).toLocaleString("en");
  return `${appends} appends/s, ${Math.round(commitsPerSecond)} commits/s`;
}
