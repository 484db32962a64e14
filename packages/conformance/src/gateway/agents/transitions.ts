import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import type { FreshStores } from "../gateway-rig.ts";
import { statesOf } from "../redelivery.ts";
import { AgentsRig, taken } from "./agents-rig.ts";

/** A change of owner at any point of what is under way. */
export function transitionTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a change of owner", () => {
    it("during a call aborts it; its late answer counts for nothing, and the event goes to the new owner", async () => {
      const all = await AgentsRig.start(fresh);
      const [sales, support] = [all.of("sales"), all.of("support")];
      sales.backend.answer = () => "hang";
      const id = await all.say("sales", "v", "one");
      await all.assignDone(id, "support");
      want("the call is aborted", sales.backend.calls[0]?.signal.aborted, true);
      want("the new owner has the event", taken(support), ["one"]);
      const [event] = support.backend.taken;
      want("it carries the fence", [sales.backend.calls[0]?.event.fence, event?.fence], [0, 1]);
      const repeats = [support.owners[0], event].map((told) => told?.mayBeRepeat);
      want("neither the change nor the event is a repeat", repeats, [false, false]);
      sales.backend.endHung();
      await all.rig.time.advance(60_000);
      want("nobody gets it again", [taken(support), sales.backend.calls.length], [["one"], 1]);
      want("it counts once", await statesOf(all.rig, id), ["delivered"]);
      await all.rig.stop();
    });

    it("is told to the new owner before every event, and to the old one", async () => {
      const all = await AgentsRig.start(fresh);
      const [sales, support] = [all.of("sales"), all.of("support")];
      sales.backend.answer = () => "throw";
      const id = await all.say("sales", "v", "one");
      await all.say("sales", "v", "two");
      support.takesOwners = false;
      await all.assignDone(id, "support", { why: "a question about a bill" });
      await all.rig.time.advance(20_000);
      want("no event before the hand-over", taken(support), []);
      support.takesOwners = true;
      await all.rig.time.advance(60_000);
      want("then the events, in order", taken(support), ["one", "two"]);
      const to = { backend: "support", assignee: null };
      const told = { conversationId: id, channelId: "shop", name: "assigned", to, fence: 1 };
      const why = "a question about a bill";
      const heard = [...support.owners, ...sales.owners].map((notice) => {
        const { conversationId, channelId, name, to: owner, fence } = notice;
        const { why: reason, isNewOwner, lastSequence } = notice;
        const facts = { conversationId, channelId, name, to: owner, fence };
        return { ...facts, why: reason, isNewOwner, lastSequence };
      });
      want("each hears it once", heard, [
        { ...told, why, isNewOwner: true, lastSequence: 2 },
        { ...told, why, isNewOwner: false, lastSequence: 2 },
      ]);
      await all.rig.stop();
    });

    it("without a new message reaches somebody, also after a kill", async () => {
      const all = await AgentsRig.start(fresh);
      const id = await all.say("sales", "v");
      all.of("support").takesOwners = false;
      await all.assignDone(id, "support");
      await all.rig.kill();
      all.of("support").takesOwners = true;
      await all.rig.startAgain();
      await all.rig.time.advance(2_000);
      want("the new owner heard of it", all.of("support").owners.length, 1);
      want("it may read what was said", await textsRead(all, "support", id), ["hello"]);
      await all.rig.stop();
    });

    it("during a pause of the event ends the pause: the new owner did not ask for it", async () => {
      const all = await AgentsRig.start(fresh);
      all.of("sales").backend.answer = () => ({ outcome: "later", inMs: 3_600_000 });
      const id = await all.say("sales", "v", "one");
      await all.assignDone(id, "support");
      want("at once", taken(all.of("support")), ["one"]);
      await all.rig.stop();
    });

    it("during a pause of the whole old owner moves the conversation out of it, and not into one of the new owner", async () => {
      const all = await AgentsRig.start(fresh);
      const [sales, support] = [all.of("sales"), all.of("support")];
      const pause = { outcome: "later", inMs: 60_000, scope: "backend" } as const;
      sales.backend.answer = () => pause;
      const id = await all.say("sales", "v", "one");
      await all.assignDone(id, "support");
      want("at once", taken(support), ["one"]);
      support.backend.answer = () => pause;
      await all.say("support", "w", "other");
      sales.backend.answer = () => "taken";
      const moved = await all.say("sales", "x", "two");
      await all.assignDone(moved, "support");
      want("the new owner is asked nothing", support.owners.length, 1);
      support.backend.answer = () => "taken";
      await all.rig.time.advance(62_000);
      want("then it hears of the change", support.owners.length, 2);
      await all.rig.stop();
    });
  });
}

/** What an agent app reads in a conversation, oldest first. */
export async function textsRead(
  all: AgentsRig,
  name: string,
  conversationId: string,
): Promise<readonly unknown[]> {
  const { conversations } = all.of(name).services;
  const { items } = await conversations.messages(conversationId, { before: null, limit: 50 });
  return items.map(({ message }) => (JSON.parse(message) as { readonly text: string }).text);
}
