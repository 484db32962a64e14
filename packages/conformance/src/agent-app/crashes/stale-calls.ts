import type { CrashCheck, CrashTrial } from "./crash-trial.ts";
import { everyPoint } from "./every-point.ts";

/** Longer than a lease lasts. */
const leaseIsOverMs = 12_000;

const beforePluginCalls = (point: string): boolean => /^before (state|send)/.test(point);

/** One call of a conversation at a time, also where a node stands still and goes on. */
export function staleCallRules(check: CrashCheck): void {
  check(
    "what a call writes when its turn has passed to another node changes nothing",
    async (trial) => {
      await everyPoint((skip) => oneStandstill(trial, skip));
    },
  );
}

async function oneStandstill(trial: CrashTrial, skip: number): Promise<string | null> {
  const visitor = `visitor ${skip}`;
  trial.arm("frozen", skip, beforePluginCalls);
  const id = await trial.says("one", visitor);
  await trial.pass(leaseIsOverMs);
  const point = trial.disarm();
  if (point === null) return null;
  const frozen = trial.bench.plugged.node;
  await trial.start();
  await trial.says("two", visitor);
  await trial.untilDone();
  await trial.wantShown(`another node went on while one stood still ${point}`, id, ["one", "two"]);
  await frozen.life.goOn();
  await trial.pass(2_000);
  const clause = `the node that stood still ${point} goes on`;
  await trial.wantShown(clause, id, ["one", "two"]);
  frozen.life.stop("dead");
  await trial.says("three", visitor);
  await trial.untilDone();
  await trial.wantShown(`${clause}, and the next message comes`, id, ["one", "two", "three"]);
  return point;
}
