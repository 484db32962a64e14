import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { statesOf } from "../redelivery.ts";
import { AgentsRig } from "./agents-rig.ts";

/** What observers hear of changes, in order: from whom, to whom. */
function heardOf({ rig }: AgentsRig): readonly unknown[] {
  return rig.events.flatMap((event) =>
    event.type === "owner-changed" ? [[event.name, event.from, event.to]] : [],
  );
}

/** Observers hear of a change as the store has made it, not as it was asked for. */
export function ownerEventTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("the event of a change of owner", () => {
    it("names nobody when a conversation is given up, and the backend when it is assigned", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      await all.assignDone(id, null);
      await all.assignDone(id, "support");
      await all.assignDone(id, "support", { name: "taken", assignee: "ann" });
      want("each", heardOf(all), [
        ["assigned", "sales", null],
        ["assigned", null, "support"],
        ["taken", "support", "support"],
      ]);
      await all.rig.stop();
    });

    it("names the backend that the router chose because an event waited", async () => {
      const all = await AgentsRig.start(fresh, { choose: () => "support" });
      const id = await all.say("support", "v");
      await all.assignDone(id, "sales");
      all.of("sales").backend.answer = () => "throw";
      await all.say("sales", "v");
      await all.assignDone(id, null);
      want("chosen", heardOf(all).at(-1), ["assigned", "sales", "support"]);
      await all.rig.stop();
    });

    it("names the same backend when the router chose it again, whose call goes on", async () => {
      const all = await AgentsRig.start(fresh);
      const sales = all.of("sales");
      sales.backend.answer = () => "hang";
      const id = await all.say("sales", "v");
      await all.assignDone(id, "sales", { name: "taken", assignee: "ann" });
      await all.assignDone(id, null);
      want("chosen", heardOf(all).at(-1), ["assigned", "sales", "sales"]);
      want("the same fence", await all.owner(id), { backend: "sales", assignee: null, fence: 0 });
      want("not aborted", sales.backend.calls[0]?.signal.aborted, false);
      sales.backend.endHung();
      await all.rig.time.advance(1_000);
      want("its answer counts", await statesOf(all.rig, id), ["delivered"]);
      await all.rig.stop();
    });
  });
}
