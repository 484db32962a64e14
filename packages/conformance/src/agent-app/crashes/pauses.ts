import { want } from "../../want.ts";
import type { CrashCheck, CrashTrial } from "./crash-trial.ts";

const pauseSeconds = 60;
/** The gateway hears of a message within a second, and hands it over again a moment after the pause. */
const marginMs = 2_000;

/** An app that asks for a pause gets it. */
export function pauseRules(check: CrashCheck): void {
  check(
    "the app is left alone for as long as it asks, also when the gateway dies",
    async (trial) => {
      const { busy } = trial.app;
      if (busy === null) return;
      const id = await trial.says("one", "v1");
      await trial.untilDone();
      await busy.begin(pauseSeconds);
      await trial.says("two", "v1");
      await trial.pass(marginMs);
      const asked = trial.callCount;
      await wantNoCall(trial, asked, "the gateway runs");
      trial.kill();
      await trial.start();
      await wantNoCall(trial, asked, "the gateway was killed, and started again");
      await busy.end();
      await trial.pass(10_000);
      want("the event was handed over again, and taken", trial.bench.isBusy, false);
      await trial.wantShown("the pause is over", id, ["one", "two"]);
    },
  );
}

/** Less than half of the pause. */
async function wantNoCall(trial: CrashTrial, asked: number, clause: string): Promise<void> {
  await trial.pass((pauseSeconds * 1_000) / 2 - marginMs);
  want(`${clause}: no further call comes before the pause is over`, trial.callCount - asked, 0);
}
