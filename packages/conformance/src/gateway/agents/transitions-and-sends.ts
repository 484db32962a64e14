import type { Runner } from "../../runner.ts";
import { positive } from "../../scripted/scripted-transport.ts";
import { roundToDue } from "../../time/round-to-due.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { AgentsRig, refusalOf, taken } from "./agents-rig.ts";

const notOwner = 40_907;

/** A change of owner while agents' messages are under way. */
export function transitionSendTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a change of owner, and agents' messages", () => {
    it("during a failing series leaves its ticks alone, and its report goes to the backend that sent", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      all.rig.transport.answer = () => ({ status: 500 });
      const startedAt = all.rig.time.now();
      await all.send("sales", id, { text: "old" });
      await all.rig.time.advance(4_000);
      await all.assignDone(id, "support");
      want(
        "the new owner may send",
        (await all.send("support", id, { text: "new" })).accepted,
        true,
      );
      await all.rig.time.advance(20_000);
      const since = all.rig.transport.posts.map(({ at }) => at - startedAt);
      const due = [0, 3_000, 6_000, 9_000, 12_000, 15_000];
      want("the old message first", roundToDue(since, due, all.rig.lateMs), due);
      const reports = (name: string) =>
        all.of(name).backend.reports.map(({ at, report }) => [at - startedAt, report.sequence]);
      const [sales, support] = [reports("sales"), reports("support")];
      const ends = roundToDue(
        [...sales, ...support].map(([at = 0]) => at),
        [9_000, 18_000],
        all.rig.lateMs,
      );
      want("each at 9 s", ends, [9_000, 18_000]);
      want(
        "to who sent it",
        [...sales, ...support].map(([, sequence]) => sequence),
        [2, 4],
      );
      await all.rig.stop();
    });

    it("with messages in both directions waiting: the old owner's go out first, in order, and it may send no more", async () => {
      const all = await AgentsRig.start(fresh);
      const [sales, support] = [all.of("sales"), all.of("support")];
      const id = await all.say("sales", "v", "one");
      sales.backend.answer = () => "throw";
      await all.say("sales", "v", "two");
      await all.say("sales", "v", "three");
      all.rig.transport.answer = (_post, index) => (index === 0 ? { status: 500 } : positive);
      await all.send("sales", id, { text: "a" });
      await all.send("sales", id, { text: "b" });
      await all.assignDone(id, "support");
      want("the old owner is refused", refusalOf(await all.send("sales", id)), notOwner);
      await all.send("support", id, { text: "c", fence: 1 });
      want(
        "an earlier fence is refused",
        refusalOf(await all.send("support", id, { fence: 0 })),
        notOwner,
      );
      await all.rig.time.advance(10_000);
      const sent = all.rig.transport.posts.map(({ body }) => /"text":"(.)"/.exec(body)?.[1]);
      want("in order", sent, ["a", "a", "b", "c"]);
      want(
        "what waited is the new owner's",
        [taken(sales), taken(support)],
        [["one"], ["two", "three"]],
      );
      const notices = sales.backend.notices.length + support.backend.notices.length;
      want("who sent hears of it", [sales.backend.notices.length, notices], [2, 3]);
      await all.rig.stop();
    });
  });
}
