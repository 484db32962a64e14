import { positive } from "../../scripted/scripted-transport.ts";
import { want } from "../../want.ts";
import type { CrashCheck, CrashTrial } from "./crash-trial.ts";
import { everyPoint, killedAt, killedWhere } from "./every-point.ts";

const failureShape = '{"error":{"code":1,"message":"closed"}}';

/** The agent is told of each failure, whoever dies. */
export function reportCrashRules(check: CrashCheck): void {
  check("no report is lost or doubled, wherever the gateway dies on its way", async (trial) => {
    const id = await trial.says("hello", "v1");
    await trial.untilDone();
    await everyPoint((skip) => oneReport(trial, id, skip));
  });
}

async function oneReport(trial: CrashTrial, id: string, skip: number): Promise<string | null> {
  const { rig } = trial.bench;
  const message = { sequence: 0 };
  rig.transport.answer = () => ({ status: 200, body: failureShape });
  const point = await killedAt(trial, skip, async () => {
    message.sequence = await rig.reply(id, "an agent's message");
    await trial.pass(3_000);
  });
  await trial.untilDone();
  rig.transport.answer = () => positive;
  const seen = await trial.app.reports(id);
  if (seen === null) return point;
  const reported = seen.filter(({ sequence }) => sequence === message.sequence);
  want(
    `${killedWhere(point)}: the report is shown once`,
    reported.map(({ description }) => description),
    ["closed"],
  );
  return point;
}
