import { type CaseResult, figure, ratios } from "../figure.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import { requireFreeSpace } from "../store/free-space.ts";
import type { BatchOrder, BatchTimes } from "../store/growth-process.ts";
import type { History } from "../store/settled-history.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";

/** More than a message takes, with what is written beside the file meanwhile. */
const roomPerMessage = 900;
const size = 64;

/** How much history lies in the two files, and how many batches each gets a round. */
export interface GrowthSettings {
  readonly rounds: number;
  readonly batches: number;
  readonly small: History;
  readonly large: History;
}

/** What history costs: the same batches on a file that holds little and on one that holds much. */
export async function measureGrowth(settings: GrowthSettings): Promise<CaseResult> {
  const { rounds, batches, small, large } = settings;
  requireFreeSpace(messagesOf(large) * roomPerMessage, "growth");
  return inTemporaryDirectory(async (directory) => {
    const entry = moduleBeside("../store/growth-process", import.meta.url);
    const child = await Child.start<true>(entry, { directory, histories: { large, small } });
    try {
      const contenders = ["small", "large"].map((file) => ({
        name: file,
        run: () => child.ask<BatchTimes>({ file, batches, size } satisfies BatchOrder),
      }));
      await interleave(contenders, 1, () => "to warm up");
      return resultOf(await interleave(contenders, rounds, told), settings);
    } finally {
      await child.stop();
    }
  });
}

function resultOf(
  results: ReadonlyMap<string, readonly BatchTimes[]>,
  settings: GrowthSettings,
): CaseResult {
  const times = (file: string, step: keyof BatchTimes) =>
    (results.get(file) ?? []).map((one) => one[step]);
  const grown = (step: keyof BatchTimes) => ratios(times("large", step), times("small", step));
  const appends = grown("appendMs");
  const claims = grown("claimMs");
  const worse = appends.map((ratio, round) => Math.max(ratio, claims[round] ?? Number.NaN));
  const rows = (["small", "large"] as const).map((file) => ({
    table: `Growth: ${size} messages a batch, random conversations, p50`,
    name: `${messagesOf(settings[file]).toLocaleString("en")} messages`,
    cells: {
      "append ms": rounded(median(times(file, "appendMs"))),
      "claim ms": rounded(median(times(file, "claimMs"))),
      "settle ms": rounded(median(times(file, "settleMs"))),
    },
  }));
  return { figures: [figure("growth", worse)], rows };
}

function messagesOf({ conversations, perConversation }: History): number {
  return conversations * perConversation;
}

function told({ appendMs, claimMs, settleMs }: BatchTimes): string {
  return `append ${rounded(appendMs)} ms, claim ${rounded(claimMs)} ms, settle ${rounded(settleMs)} ms`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
