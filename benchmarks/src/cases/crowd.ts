import { type CaseResult, figure, ratios } from "../figure.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { CrowdOptions, CrowdOrder, CrowdResult } from "../store/crowd-process.ts";

/** Extent of the case. */
export interface CrowdSettings {
  readonly rounds: number;
  /** Share of the full number of waiting lanes. */
  readonly share: number;
  /** Duration of each measurement in each round. */
  readonly forMs: number;
}

const crowd: CrowdOptions = { inPause: 90_000, inRedelivery: 5_000 };
const nobody: CrowdOptions = { inPause: 0, inRedelivery: 0 };
const measures = ["claims", "dispatch"] as const;

/** Whether waiting lanes, each retried in its time, slow down healthy lanes on PostgreSQL. */
export async function measureCrowd({ rounds, share, forMs }: CrowdSettings): Promise<CaseResult> {
  const beside = await open({
    inPause: crowd.inPause * share,
    inRedelivery: crowd.inRedelivery * share,
  });
  const alone = await open(nobody);
  try {
    const contenders = measures.flatMap((measure) =>
      Object.entries({ beside, alone }).map(([name, child]) => ({
        name: `${measure}, ${name}`,
        run: () => child.ask<CrowdResult>({ measure, forMs } satisfies CrowdOrder),
      })),
    );
    const results = await interleave(contenders, rounds, String);
    const of = (name: string): readonly number[] => results.get(name) ?? [];
    return {
      figures: [
        figure("crowd/claims", ratios(of("claims, beside"), of("claims, alone"))),
        figure("crowd/p99", ratios(of("dispatch, beside"), of("dispatch, alone"))),
      ],
      rows: ["alone", "beside"].map((name) => ({
        table: "Healthy lanes on PostgreSQL, alone and beside a crowd that waits",
        name,
        cells: {
          "claimed/s": Math.round(median(of(`claims, ${name}`))),
          "append to lease, p99 ms": Math.round(median(of(`dispatch, ${name}`)) * 10) / 10,
        },
      })),
    };
  } finally {
    await beside.stop();
    await alone.stop();
  }
}

function open(options: CrowdOptions): Promise<Child<true>> {
  return Child.start<true>(moduleBeside("../store/crowd-process", import.meta.url), options);
}
