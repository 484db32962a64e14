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
const files = ["small", "large"] as const;
type File = (typeof files)[number];
type Times = Readonly<Record<File, BatchTimes>>;

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
      const both = {
        name: "both files",
        run: () => child.ask<Times>({ batches, size } satisfies BatchOrder),
      };
      await interleave([both], 1, () => "to warm up");
      const results = await interleave([both], rounds, told);
      return resultOf(results.get(both.name) ?? [], settings);
    } finally {
      await child.stop();
    }
  });
}

function resultOf(rounds: readonly Times[], settings: GrowthSettings): CaseResult {
  const times = (file: File, step: keyof BatchTimes) => rounds.map((round) => round[file][step]);
  const grown = (step: keyof BatchTimes) => ratios(times("large", step), times("small", step));
  const appends = grown("appendMs");
  const claims = grown("claimMs");
  const worse = appends.map((ratio, round) => Math.max(ratio, claims[round] ?? Number.NaN));
  const rows = files.map((file) => ({
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

function told(times: Times): string {
  return files
    .map((file) => {
      const { appendMs, claimMs, settleMs } = times[file];
      return `${file}: append ${rounded(appendMs)}, claim ${rounded(claimMs)}, settle ${rounded(settleMs)} ms`;
    })
    .join("; ");
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
