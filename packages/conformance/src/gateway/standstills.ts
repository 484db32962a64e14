import { roundToDue } from "../time/round-to-due.ts";
import type { FreshStores } from "./gateway-rig.ts";
import { GatewayRig } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { positive } from "../scripted/scripted-transport.ts";
import { wantDone } from "../want-done.ts";
import { want } from "../want.ts";
import { statesOf } from "./redelivery.ts";

/** A process that stands still, stops during an attempt, or has a verdict that the store refuses. */
export function standstillTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a standstill", () => {
    it("aborts what is under way, and sends nothing twice that was leased afterwards", async () => {
      const rig = await GatewayRig.start(fresh());
      const [slow, fast] = [await rig.say("hello", "a"), await rig.say("hello", "b")];
      rig.transport.answer = ({ body }) => (body.includes("slow") ? "hang" : positive);
      const startedAt = rig.time.now();
      await rig.reply(slow, "slow");
      await rig.time.advance(200);
      rig.time.spend(1_500);
      await rig.reply(fast, "fast");
      await rig.time.advance(20_000);
      const dropped = rig.events.flatMap((event) =>
        event.type === "paused" ? [event.leases] : [],
      );
      want("it was noticed, and the one lease under way dropped", dropped, [1]);
      const posts = rig.transport.posts.filter(({ body }) => body.includes("fast"));
      want("one POST of the message that was leased after it", posts.length, 1);
      want("it counts as delivered", await statesOf(rig, fast), ["delivered", "delivered"]);
      const tried = rig.transport.posts.filter(({ body }) => body.includes("slow"));
      const since = tried.map(({ at }) => at - startedAt);
      const ticks = [0, 3_000, 6_000];
      want("what had begun was an attempt", roundToDue(since, ticks, rig.lateMs), ticks);
      await rig.stop();
    });

    it("does not cost a visitor's message that was taken a second hand-over", async () => {
      const rig = await GatewayRig.start(fresh());
      const slow = await rig.say("hello", "a");
      rig.transport.answer = () => "hang";
      await rig.reply(slow, "slow");
      await rig.time.advance(200);
      rig.time.spend(1_500);
      await rig.say("once", "b");
      await rig.time.advance(20_000);
      const taken = rig.backend.taken.filter(({ visitor }) => visitor.id === "b");
      want("taken once", taken.length, 1);
      await rig.stop();
    });

    it("leaves what was leased before it and came to hand after it to whoever has it by then", async () => {
      const rig = await GatewayRig.start(fresh());
      const letGo = rig.holdCommits();
      const said = rig.visitor({ sender: { id: "v1" }, message: { type: "text", text: "hello" } });
      await rig.time.settle();
      rig.time.spend(1_500);
      await rig.time.advance(1);
      const letNextGo = rig.holdCommits();
      letGo();
      await rig.time.settle();
      want("nothing handed over before the lease is given back", rig.backend.taken.length, 0);
      letNextGo();
      await rig.time.advance(20_000);
      wantDone("the visitor's message", await said);
      want("then once", rig.backend.taken.length, 1);
      await rig.stop();
    });

    it("in which an agent's message was leased leaves it all its attempts", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversationId = await rig.say("hello");
      rig.transport.answer = () => ({ status: 500 });
      const letGo = rig.holdCommits();
      const request = { conversationId, idempotencyKey: null, sender: { name: "Ann" } };
      const sent = rig.gateway.outbox.send({ ...request, message: { type: "text", text: "hi" } });
      await rig.time.settle();
      rig.time.spend(1_500);
      letGo();
      await rig.time.settle();
      wantDone("the agent's message", await sent);
      const begunAt = rig.time.now();
      await rig.time.advance(12_000);
      const sinceBegun = rig.transport.posts.map(({ at }) => Math.round((at - begunAt) / 100));
      want("three POSTs, on the ticks of the first", sinceBegun, [0, 30, 60]);
      want("failed after them", await statesOf(rig, conversationId), ["delivered", "failed"]);
      await rig.stop();
    });

    it("in the turn that calls the store is noticed, unless the store does its work there", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.commits.standstillMs = 1_500;
      await rig.say("hello");
      const noticed = rig.events.filter(({ type }) => type === "paused").length;
      want("noticed", noticed, rig.commits.isRemote ? 1 : 0);
      await rig.time.advance(20_000);
      want("taken once", rig.backend.taken.length, 1);
      await rig.stop();
    });

    it("before a POST is written leaves it to whoever has the lane by then", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.beforeWriting = () => {
        rig.time.spend(1_500);
        rig.transport.beforeWriting = () => {};
      };
      await rig.reply(conversation, "hi");
      want("nothing is written in that turn", rig.transport.posts.length, 0);
      await rig.time.advance(20_000);
      want("then once", rig.transport.posts.length, 1);
      await rig.stop();
    });

    it("does not forget a positive answer that the store has not taken yet", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => {
        rig.commitFault = "before";
        return positive;
      };
      await rig.reply(conversation, "hi");
      await rig.time.advance(500);
      await rig.time.jump(1_200);
      rig.commitFault = null;
      rig.transport.answer = () => positive;
      await rig.time.advance(20_000);
      want("one POST", rig.transport.posts.length, 1);
      want("delivered", await statesOf(rig, conversation), ["delivered", "delivered"]);
      await rig.stop();
    });
  });

  describe("a verdict that can never be stored", () => {
    it("holds up no other lane", async () => {
      const rig = await GatewayRig.start(fresh());
      const [poisoned, other] = [await rig.say("hello", "a"), await rig.say("hello", "b")];
      rig.poisonedConversation = poisoned;
      await rig.reply(poisoned, "hi");
      rig.transport.answer = () => ({ status: 500 });
      await rig.reply(other, "hi");
      await rig.time.advance(12_000);
      want("the other is reported", await statesOf(rig, other), ["delivered", "failed"]);
      rig.poisonedConversation = null;
      await rig.stop();
    });
  });

  describe("a stop while an attempt is in flight", () => {
    it("waits for its end, so that what the other side did with it is known", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => "hang";
      await rig.reply(conversation, "hi");
      await rig.time.advance(500);
      const before = rig.time.now();
      await rig.stop();
      want("it waited for the deadline", rig.time.now() - before >= 2_500, true);
      rig.transport.answer = () => positive;
      await rig.startAgain();
      await rig.time.advance(20_000);
      want("two POSTs", rig.transport.posts.length, 2);
      await rig.stop();
    });
  });

  describe("a stop while a commit is under way", () => {
    it("loses no positive answer of what that commit still leases", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversationId = await rig.say("hello");
      const letGo = rig.holdCommits();
      const request = { conversationId, idempotencyKey: null, sender: { name: "Ann" } };
      const sent = rig.gateway.outbox.send({ ...request, message: { type: "text", text: "hi" } });
      await rig.time.settle();
      const stopped = rig.stop();
      await rig.time.settle();
      letGo();
      await stopped;
      wantDone("the agent's message", await sent);
      await rig.startAgain();
      await rig.time.advance(20_000);
      want("one POST", rig.transport.posts.length, 1);
      want("delivered", await statesOf(rig, conversationId), ["delivered", "delivered"]);
      await rig.stop();
    });
  });
}
