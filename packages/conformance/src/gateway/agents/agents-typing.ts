import type { TypingType } from "@parley/core";
import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { AgentsRig, refusalOf } from "./agents-rig.ts";

/** The owner alone types in a conversation, and hears its visitor type. */
export function agentsTypingTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("typing beside other agent apps", () => {
    it("of the owner goes out, and that of nobody else, neither its begin nor its end", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      await type(all, "support", id, "typein");
      await all.rig.time.advance(15_000);
      await type(all, "support", id, "typeout");
      want("nothing of a stranger", sent(all), []);
      await type(all, "sales", id, "typein");
      await type(all, "support", id, "typein");
      await type(all, "support", id, "typeout");
      want("what the owner does", sent(all), ["typein"]);
      await type(all, "sales", id, "typeout");
      want("its end, too", sent(all), ["typein", "typeout"]);
      await all.rig.stop();
    });

    it("of the owner goes on when another's message is refused", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      await type(all, "sales", id, "typein");
      want("refused", refusalOf(await all.send("support", id)), 40_907);
      await all.rig.time.advance(1_000);
      want("no end", sent(all), ["typein"]);
      await all.rig.stop();
    });

    it("of an owner that has lost the conversation ends by itself", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      await type(all, "sales", id, "typein");
      await all.assignDone(id, "support");
      await type(all, "sales", id, "typein");
      await all.rig.time.advance(15_000);
      want("one begin, one end", sent(all), ["typein", "typeout"]);
      await all.rig.stop();
    });

    it("of a visitor is told to the owner of that moment alone", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      const visitorTypes = (kind: TypingType) =>
        all.rig.visitorSends({ sender: { id: "v" }, message: { type: kind } });
      await visitorTypes("typein");
      await all.assignDone(id, "support");
      await visitorTypes("typein");
      await visitorTypes("typeout");
      const heard = (name: string) => all.of(name).typings.map((typing) => typing.type);
      want(
        "each in its time",
        [heard("sales"), heard("support")],
        [["typein"], ["typein", "typeout"]],
      );
      await all.assignDone(id, null);
      await visitorTypes("typein");
      want("nobody", [heard("sales").length, heard("support").length], [1, 2]);
      await all.rig.stop();
    });
  });
}

async function type(all: AgentsRig, name: string, id: string, kind: TypingType): Promise<void> {
  all.of(name).services.outbox.typing(id, kind);
  await all.rig.time.settle();
}

/** What the integrating system got. */
function sent({ rig }: AgentsRig): readonly unknown[] {
  return rig.transport.posts.map(({ body }) => {
    const { message } = JSON.parse(body) as { readonly message: { readonly type: string } };
    return message.type;
  });
}
