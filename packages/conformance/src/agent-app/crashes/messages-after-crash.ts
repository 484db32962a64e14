import { want } from "../../want.ts";
import type { CrashCheck, CrashTrial } from "./crash-trial.ts";
import { everyPoint, killedAt, killedWhere } from "./every-point.ts";

/** Faults of the app while the gateway, or the app, dies. */
const troubles = ["away", "silent", "answer-lost"] as const;

/** Long enough for a first call, a repeat, and a plugin that takes a second without an answer for a yes. */
const troubleMs = 2_500;

const afterGateway = (point: string): boolean => /^after (state|send)/.test(point);

/** No message is lost, doubled or overtaken, whoever dies. */
export function messageCrashRules(check: CrashCheck): void {
  check("no message is lost or doubled, wherever the gateway dies on its way", async (trial) => {
    await everyPoint(async (skip) => {
      const said = { id: "" };
      const point = await killedAt(trial, skip, async () => {
        said.id = await twoMessages(trial, skip);
      });
      await trial.untilDone();
      await trial.wantShown(killedWhere(point), said.id, ["one", "two"]);
      return point;
    });
  });

  check(
    "no message is lost or doubled, when the store fails after it did its work",
    async (trial) => {
      await everyPoint(async (skip) => {
        trial.arm("answer-lost", skip, afterGateway);
        const id = await twoMessages(trial, skip);
        const point = trial.disarm();
        await trial.untilDone();
        await trial.wantShown(`the plugin was told of a failure ${point}`, id, ["one", "two"]);
        return point;
      });
    },
  );

  for (const trouble of troubles) {
    check(
      `no message is lost or doubled, when the gateway dies while the app is in trouble: ${trouble}`,
      async (trial) => {
        const id = await known(trial);
        await trial.inTrouble(trouble, async () => {
          await trial.says("two", "v1");
          await trial.pass(troubleMs);
          trial.kill();
        });
        await trial.start();
        await trial.says("three", "v1");
        await trial.untilDone();
        await trial.wantShown("gateway started, trouble over", id, ["one", "two", "three"]);
      },
    );

    check(
      `no message is lost or doubled, when the app in trouble dies: ${trouble}`,
      async (trial) => {
        const id = await known(trial);
        await trial.inTrouble(trouble, async () => {
          await trial.says("two", "v1");
          await trial.pass(troubleMs);
          await trial.app.restart?.();
        });
        await trial.says("three", "v1");
        await trial.untilDone();
        await trial.wantShown("app started, trouble over", id, ["one", "two", "three"]);
      },
    );
  }

  check("a call that was given up ends, and the event comes again at once", async (trial) => {
    const id = await known(trial);
    await trial.inTrouble("silent", async () => {
      await trial.says("two", "v1");
      await trial.pass(11_500);
    });
    await trial.pass(3_000);
    want("the event was handed over again, and taken", trial.bench.isBusy, false);
    await trial.wantShown("trouble over", id, ["one", "two"]);
  });
}

async function twoMessages(trial: CrashTrial, number: number): Promise<string> {
  const visitor = `visitor ${number}`;
  await trial.says("one", visitor);
  const id = await trial.says("two", visitor);
  await trial.pass(3_000);
  return id;
}

async function known(trial: CrashTrial): Promise<string> {
  const id = await trial.says("one", "v1");
  await trial.untilDone();
  return id;
}
