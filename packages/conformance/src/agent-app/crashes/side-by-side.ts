import { want } from "../../want.ts";
import type { CrashCheck, CrashTrial } from "./crash-trial.ts";

const visitors = Array.from({ length: 40 }, (_, index) => `visitor ${index}`);

/** Many conversations at once, and every crash that the other rules have one by one. */
export function sideBySideRules(check: CrashCheck): void {
  check("forty conversations side by side stay whole and in order, whoever dies", async (trial) => {
    const ids = await allSay(trial, "one");
    await killedAfter(trial, visitors.length);
    await trial.inTrouble("answer-lost", async () => {
      await allSay(trial, "two");
      await trial.pass(1_500);
      await trial.app.restart?.();
      trial.kill();
    });
    await trial.start();
    await trial.inTrouble("silent", async () => {
      await allSay(trial, "three");
      await trial.pass(1_500);
      await trial.app.restart?.();
    });
    await trial.untilDone();
    for (const id of ids) await trial.wantShown("after all crashes", id, ["one", "two", "three"]);
    const overlaps = trial.bench.plugged.nodes.map(({ life }) => life.overlaps);
    want("one call at a time for each conversation", Math.max(...overlaps), 0);
  });
}

async function allSay(trial: CrashTrial, text: string): Promise<readonly string[]> {
  return Promise.all(visitors.map((visitor) => trial.says(text, visitor)));
}

/** Kills the gateway once that many points have passed, and starts it again. */
async function killedAfter(trial: CrashTrial, points: number): Promise<void> {
  trial.arm("dead", points);
  await trial.pass(3_000);
  if (trial.disarm() === null) trial.kill();
  await trial.start();
}
