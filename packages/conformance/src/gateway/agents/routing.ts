import type { AgentRouter } from "@parley/core";
import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { AgentsRig, taken } from "./agents-rig.ts";

/** Who gets a new conversation, and what a visitor is told of it. */
export function routingTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a router", () => {
    it("that throws, or chooses no backend of the channel, loses no message: the channel's first gets it", async () => {
      const fail = (): never => {
        throw new Error("a visitor's text");
      };
      const wrong = [fail, () => "nobody", () => undefined, () => 7, () => "bot"];
      for (const choose of wrong) {
        const all = await AgentsRig.start(fresh, {
          choose: choose as AgentRouter["choose"],
          candidates: () => ["support", "sales"],
        });
        const id = await all.say("sales", "v", "hello");
        want("the first", taken(all.of("support")), ["hello"]);
        want("its owner", (await all.owner(id)).backend, "support");
        const lines = all.rig.log.filter(({ level }) => level === "error");
        want("the log says so", lines.length, 1);
        want("without the visitor's text", JSON.stringify(lines).includes("visitor's text"), false);
        await all.rig.kill();
      }
    });

    it("knows the visitor's profile, and is asked for each message of one", async () => {
      const seen: unknown[] = [];
      const all = await AgentsRig.start(fresh, {
        choose: (visit) => {
          seen.push(visit);
          return "sales";
        },
      });
      await all.say("anything", "v");
      want("channel and profile", seen, [{ channelId: "shop", profile: { name: "anything" } }]);
      await all.rig.stop();
    });
  });

  describe("the status of a channel", () => {
    it("is 1 when a backend that can get a new conversation there is available, or who stands in for it", async () => {
      const all = await AgentsRig.start(fresh, { candidates: () => ["support"] });
      const online = { sales: 1, support: 1 };
      for (const name of ["sales", "support"] as const)
        all.of(name).backend.online = () => Promise.resolve(online[name] as 0 | 1);
      const status = async () => {
        await all.rig.time.advance(1_001);
        return all.rig.gateway.inbox.status(all.rig.pass);
      };
      want("its own", await status(), 1);
      online.support = 0;
      want("another's does not count", await status(), 0);
      await all.rig.stop();
      all.options = { ...all.options, failOver: { support: { to: "sales", afterMs: 60_000 } } };
      await all.rig.startAgain();
      want("unless it stands in", await status(), 1);
      online.sales = 0;
      want("neither", await status(), 0);
      await all.rig.stop();
    });

    it("is 0 during a pause of 30 s of all of them, and of one alone it is not", async () => {
      const all = await AgentsRig.start(fresh);
      const pause = { outcome: "later", inMs: 60_000, scope: "backend" } as const;
      const status = () => all.rig.gateway.inbox.status(all.rig.pass);
      all.of("sales").backend.answer = () => pause;
      await all.say("sales", "v");
      want("one pauses", await status(), 1);
      all.of("support").backend.answer = () => pause;
      await all.say("support", "w");
      want("both", await status(), 0);
      for (const name of ["sales", "support"]) all.of(name).backend.answer = () => "taken";
      await all.rig.time.advance(62_000);
      want("after it", await status(), 1);
      await all.rig.stop();
    });
  });
}
