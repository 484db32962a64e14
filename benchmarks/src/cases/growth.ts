import { type CaseResult, figure, ratios, type Row } from "../figure.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import { say } from "../report/progress.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import { requireFreeSpace } from "../store/free-space.ts";
import type { BatchOrder, BatchTimes } from "../store/growth-process.ts";
import type { History } from "../store/settled-history.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";

/** More than a message takes, including temporary files. */
const roomPerMessage = 900;
const size = 64;
const files = ["small", "large"] as const;
type File = (typeof files)[number];
type Times = Readonly<Record<File, BatchTimes>>;

/** Sizes of the two histories, and the number of batches per round. */
export interface GrowthSettings {
  readonly rounds: number;
  readonly batches: number;
  /** Batches before the measurement, in addition to those reported as the first. */
  readonly warmUp: number;
  readonly small: History;
  readonly large: History;
}

/**
 * The cost of history: equal batches on a small and a large file, for random visitors. The measured batches come when
 * most pages have been read since the file was filled, as in a running gateway. The first batches, which may read from
 * disk, are reported separately. The measuring process filled the file, so it has seen every visitor.
 */
export async function measureGrowth(settings: GrowthSettings): Promise<CaseResult> {
  const { rounds, batches, warmUp, small, large } = settings;
  requireFreeSpace(messagesOf(large) * roomPerMessage, "growth");
  return inTemporaryDirectory(async (directory) => {
    const entry = moduleBeside("../store/growth-process", import.meta.url);
    const child = await Child.start<true>(entry, { directory, histories: { large, small } });
    try {
      const run = (count: number) =>
        child.ask<Times>({ batches: count, size } satisfies BatchOrder);
      const first = await run(batches);
      say(`  the first ${batches} batches  ${told(first)}`);
      await run(warmUp);
      const both = { name: "both files", run: () => run(batches) };
      const results = await interleave([both], rounds, told);
      return resultOf(first, results.get(both.name) ?? [], settings);
    } finally {
      await child.stop();
    }
  });
}

function resultOf(first: Times, rounds: readonly Times[], settings: GrowthSettings): CaseResult {
  const times = (file: File, step: keyof BatchTimes) => rounds.map((round) => round[file][step]);
  const grown = (step: keyof BatchTimes) => ratios(times("large", step), times("small", step));
  const appends = grown("appendMs");
  const claims = grown("claimMs");
  const worse = appends.map((ratio, round) => Math.max(ratio, claims[round] ?? Number.NaN));
  const rows = files.flatMap((file) => {
    const name = `${messagesOf(settings[file]).toLocaleString("en")} messages`;
    const whole: BatchTimes = {
      appendMs: median(times(file, "appendMs")),
      claimMs: median(times(file, "claimMs")),
      settleMs: median(times(file, "settleMs")),
    };
    return [rowOf(name, whole), rowOf(`${name}, the first batches`, first[file])];
  });
  return { figures: [figure("growth", worse)], rows };
}

function rowOf(name: string, { appendMs, claimMs, settleMs }: BatchTimes): Row {
  const cells = {
    "append ms": rounded(appendMs),
    "claim ms": rounded(claimMs),
    "settle ms": rounded(settleMs),
  };
  return { table: `Growth: ${size} messages a batch, random conversations, p50`, name, cells };
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
