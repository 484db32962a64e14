import type { Runner } from "../../runner.ts";
import { roundToDue } from "../../time/round-to-due.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { statesOf } from "../redelivery.ts";
import { AgentsRig, taken } from "./agents-rig.ts";

const stepMs = 600_000;

/** One agent app is down beside a busy one (ruling 21). */
export function outageTests({ describe, it }: Runner, fresh: FreshStores, minutes: number): void {
  describe(`an agent app that is down for ${minutes} minutes beside a busy one`, () => {
    it("loses no message and no report, gets all of them after, and delays nothing of the other", async () => {
      const all = await AgentsRig.start(fresh);
      const [sales, support] = [all.of("sales"), all.of("support")];
      const moved = await all.say("support", "moved");
      const reported = await all.say("support", "reported");
      const down = () => "throw" as const;
      support.backend.answer = down;
      support.backend.answerReport = down;
      support.takesOwners = false;
      all.rig.transport.answer = () => ({ status: 500 });
      await all.send("support", reported);
      await all.assignDone(moved, "sales");
      const waiting: string[] = [];
      const late: number[] = [];
      for (let step = 0; step < minutes / 10; step += 1) {
        const id = `v${step % 4}`;
        waiting.push(`${id} at ${step}`);
        await all.say("support", id, `${id} at ${step}`);
        for (const busy of [moved, await all.say("sales", "busy")])
          late.push(await reportedAfter(all, busy));
        await all.rig.time.advance(stepMs - 20_000);
      }
      const due = late.map(() => 9_000);
      want("the busy one's reports come at 9 s", roundToDue(late, due, all.rig.lateMs), due);
      want("it has taken its messages", taken(sales).length, minutes / 10);
      const dead = await all.rig.gateway.deadLetters.list({ before: null, limit: 9 });
      want("no dead letter", dead.items, []);
      want("nothing was taken", taken(support).length, 2);
      support.backend.answer = () => "taken";
      support.backend.answerReport = () => "taken";
      support.takesOwners = true;
      await all.rig.time.advance(120_000);
      want("everything after, once", taken(support).slice(2).toSorted(), waiting.toSorted());
      for (const visitor of ["v0", "v1", "v2", "v3"]) {
        const own = (text: unknown) => String(text).startsWith(visitor);
        want("in order", taken(support).filter(own), waiting.filter(own));
      }
      want("its report", support.backend.reports.length, 1);
      want(
        "the change that it lost",
        support.owners.map(({ isNewOwner }) => isNewOwner),
        [false],
      );
      want("of the moved one nothing else", (await statesOf(all.rig, moved))[0], "delivered");
      await all.rig.stop();
    });
  });
}

/** How long after the first attempt the busy agent app hears that its message failed. */
async function reportedAfter(all: AgentsRig, conversationId: string): Promise<number> {
  const { reports } = all.of("sales").backend;
  const startedAt = all.rig.time.now();
  await all.send("sales", conversationId);
  await all.rig.time.advance(10_000);
  const report = reports.findLast((one) => one.report.conversationId === conversationId);
  return (report?.at ?? 0) - startedAt;
}
