import type { Runner } from "../../runner.ts";
import type { ScriptedBackend } from "../../scripted/scripted-backend.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { AgentsRig, refusalOf, taken } from "./agents-rig.ts";
import { textsRead } from "./transitions.ts";

const minuteMs = 60_000;
/**
 * An answer may be 10 s younger than the store knows, and a node leaves the conversations to other nodes for 12 s before it
 * moves them. Then the event is due again.
 */
const otherNodesMs = 45_000;
const rule = { failOver: { support: { to: "sales", afterMs: 10 * minuteMs } } };

/** What an agent app does that answers some calls. */
const answering: Readonly<Record<string, (backend: ScriptedBackend) => void>> = {
  "takes reports": (backend) => {
    backend.answer = () => "throw";
  },
  "asks for pauses": (backend) => {
    backend.answer = () => ({ outcome: "later", inMs: 20_000 });
  },
  "rejects an event now and then": (backend) => {
    backend.answer = () => (backend.calls.length % 3 === 0 ? { rejected: "no" } : "throw");
  },
};

/** Another agent app gets the conversations of one that is down, if the router says so. */
export function failOverTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("fail-over", () => {
    it("moves a conversation when its owner has been down for ten minutes, and not before", async () => {
      const all = await AgentsRig.start(fresh, rule);
      const [sales, support] = [all.of("sales"), all.of("support")];
      const id = await all.say("support", "v", "before");
      // Another node may have had answers that it did not write, for ten seconds after one that it wrote.
      await all.rig.time.advance(10_000);
      support.backend.answer = () => "throw";
      await all.say("support", "v", "one");
      await all.rig.time.advance(10 * minuteMs - 100);
      await all.say("support", "w", "early");
      want("not yet", (await all.owner(id)).backend, "support");
      await all.rig.time.advance(100);
      const fresher = await all.say("support", "x", "late");
      want("a new one is offered first", (await all.owner(fresher)).backend, "support");
      await all.rig.time.advance(otherNodesMs);
      want("then moves", (await all.owner(fresher)).backend, "sales");
      await all.rig.time.advance(minuteMs);
      want("all of them", taken(sales).toSorted(), ["early", "late", "one"]);
      want("the new owner reads what was said", await textsRead(all, "sales", id), [
        "before",
        "one",
      ]);
      want(
        "and heard of each change before",
        sales.owners.map(({ name }) => name),
        moves(3),
      );
      const { items } = await all.rig.gateway.owners.history(id, { before: null, limit: 9 });
      const [change] = items;
      want("who, and why", [change?.name, change?.by], ["fail-over", "gateway"]);
      want("in words", change?.why, "support has not answered for 600 s");
      support.backend.answer = () => "taken";
      await all.rig.time.advance(5 * minuteMs);
      want(
        "the old one learns of it",
        support.owners.map(({ isNewOwner }) => isNewOwner),
        [false, false, false],
      );
      await all.rig.stop();
    });

    it("moves nothing back by itself, and by hand it goes back", async () => {
      const all = await AgentsRig.start(fresh, rule);
      const [sales, support] = [all.of("sales"), all.of("support")];
      support.backend.answer = () => "throw";
      const id = await all.say("support", "v", "one");
      await all.rig.time.advance(12 * minuteMs);
      support.backend.answer = () => "taken";
      await all.say("support", "v", "two");
      want("the new owner goes on", taken(sales), ["one", "two"]);
      await all.say("support", "w", "new");
      want("new ones go to their own", taken(support), ["new"]);
      await all.assignDone(id, "support");
      await all.say("support", "v", "three");
      want("back", taken(support), ["new", "three"]);
      want("under its fence", (await all.owner(id)).fence, 2);
      want("the other may send no more", refusalOf(await all.send("sales", id)), 40_907);
      await all.rig.stop();
    });

    for (const [way, begin] of Object.entries(answering)) {
      it(`does not take an owner for down that ${way}`, async () => {
        const all = await AgentsRig.start(fresh, rule);
        const other = await all.say("support", "w");
        all.rig.transport.answer = () => ({ status: 200, body: '{"error":{"code":1}}' });
        begin(all.of("support").backend);
        const id = await all.say("support", "v", "one");
        for (let minutes = 0; minutes < 15; minutes += 5) {
          if (way === "takes reports") await all.send("support", other);
          await all.rig.time.advance(5 * minuteMs);
        }
        want("it stays", (await all.owner(id)).backend, "support");
        await all.rig.stop();
      });
    }

    it("does not move to one that is down as well", async () => {
      const both = { ...rule.failOver, sales: { to: "support", afterMs: 10 * minuteMs } };
      const all = await AgentsRig.start(fresh, { failOver: both });
      for (const name of ["sales", "support"]) all.of(name).backend.answer = () => "throw";
      const ids = [await all.say("sales", "v"), await all.say("support", "w")];
      await all.rig.time.advance(15 * minuteMs);
      const owners = await Promise.all(ids.map((id) => all.owner(id)));
      want(
        "each stays",
        owners.map(({ backend }) => backend),
        ["sales", "support"],
      );
      all.of("sales").backend.answer = () => "taken";
      await all.rig.time.advance(3 * minuteMs);
      want("then it moves", taken(all.of("sales")).length, 2);
      await all.rig.stop();
    });

    it("counts the time over a restart", async () => {
      const all = await AgentsRig.start(fresh, rule);
      all.of("support").backend.answer = () => "throw";
      const id = await all.say("support", "v", "one");
      await all.rig.time.advance(8 * minuteMs);
      await all.rig.kill();
      await all.rig.startAgain();
      await all.rig.time.advance(3 * minuteMs);
      want("down for ten minutes", (await all.owner(id)).backend, "sales");
      await all.rig.stop();
    });
  });
}

function moves(count: number): readonly string[] {
  return Array.from({ length: count }, () => "fail-over");
}
