import { setTimeout as pause } from "node:timers/promises";
import { type CaseResult, figure, type Row } from "../figure.ts";
import { bullmq, parleyIn } from "../flows/flows.ts";
import { withSides, withStack } from "../flows/sides.ts";
import type { Child } from "../process/child.ts";
import { memoryBytesOf, spentBy } from "../process/usage.ts";
import { say } from "../report/progress.ts";
import { settingsOf } from "../stacks/settings.ts";
import type { StackReady } from "../stacks/stack.ts";
import { median } from "../statistics.ts";

/** Extent of the case. */
export interface IdleSettings {
  readonly rounds: number;
  /** Idle time per round. */
  readonly waitMs: number;
}

const settleMs = 5_000;

/** CPU of idle stacks. Both are idle at the same time. */
export async function measureIdle(settings: IdleSettings): Promise<CaseResult> {
  return withSides(({ receiverPort }) =>
    withStack(parleyIn, receiverPort, (ours) =>
      withStack(bullmq, receiverPort, (theirs) =>
        watch({ parley: ours, bullmq: theirs }, settings),
      ),
    ),
  );
}

async function watch(
  stacks: Readonly<Record<"parley" | "bullmq", Child<StackReady>>>,
  { rounds, waitMs }: IdleSettings,
): Promise<CaseResult> {
  const percents = { parley: [] as number[], bullmq: [] as number[] };
  const names = ["parley", "bullmq"] as const;
  await pause(settleMs);
  for (let round = 0; round < rounds; round += 1) {
    const spent = names.map((name) => spentBy(stacks[name].ready.pids));
    await pause(waitMs);
    for (const [index, name] of names.entries()) percents[name].push(spent[index]?.() ?? NaN);
    say(
      `  round ${round + 1}/${rounds}  ${names.map((name) => told(name, percents[name])).join(", ")}`,
    );
  }
  const memoryOf = (name: "parley" | "bullmq") => memoryBytesOf(stacks[name].ready.pids);
  return {
    figures: [figure("idle-cpu", percents.parley)],
    rows: names.map((name) => rowOf(name, percents[name], memoryOf(name))),
    settings: settingsOf([parleyIn.name, bullmq.name]),
  };
}

function told(name: string, percents: readonly number[]): string {
  return `${name} ${percents.at(-1)?.toFixed(2)} %`;
}

function rowOf(name: string, percents: readonly number[], memoryBytes: number): Row {
  return {
    table: "Idle",
    name,
    cells: {
      "CPU %": Math.round(median(percents) * 100) / 100,
      "memory MB": Math.round(memoryBytes / 1_000_000),
    },
  };
}
