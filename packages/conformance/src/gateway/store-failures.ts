import { GatewayRig } from "./gateway-rig.ts";
import { positive } from "../scripted/scripted-transport.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { wantDone } from "../want-done.ts";
import { want } from "../want.ts";
import { statesOf } from "./redelivery.ts";

/** A failing store means 503 and never a false 200, and nothing is lost (ruling 4). */
export function storeFailureTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a store that fails", () => {
    it("before the commit: 503, nothing stored, and the same message is taken afterwards", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.commitFault = "before";
      const body = { sender: { id: "v1" }, message: { id: "m", type: "text", text: "hello" } };
      const answer = await rig.visitor(body);
      want("503", !answer.accepted && answer.refusal.httpStatus, 503);
      want("not ready", await rig.gateway.ready(), false);
      rig.commitFault = null;
      want("ready again", await rig.gateway.ready(), true);
      want("taken now", (await rig.visitor(body)).accepted, true);
      want("delivered once", rig.backend.taken.length, 1);
      await rig.stop();
    });

    it("after the commit: 503 means perhaps stored, and the client's retry does not double the message", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.commitFault = "after";
      const body = { sender: { id: "v1" }, message: { id: "m", type: "text", text: "hello" } };
      want("503", (await rig.visitor(body)).accepted, false);
      rig.commitFault = null;
      want("the retry is answered 200", (await rig.visitor(body)).accepted, true);
      await rig.time.advance(15_000);
      want("delivered once, though the grant was forgotten", rig.backend.taken.length, 1);
      await rig.stop();
    });

    for (const fault of ["before", "after"] as const) {
      it(`${fault} a settlement: the verdict is brought in again, and the receiver hears nothing twice`, async () => {
        const rig = await GatewayRig.start(fresh());
        const conversation = await rig.say("hello");
        rig.transport.answer = () => {
          rig.commitFault = fault;
          return { status: 200, body: '{"result":"ok"}' };
        };
        await rig.reply(conversation, "hi");
        await rig.time.advance(1_000);
        rig.commitFault = null;
        await rig.time.advance(20_000);
        want("one POST", rig.transport.posts.length, 1);
        want("delivered", await statesOf(rig, conversation), ["delivered", "delivered"]);
        want("no report", rig.backend.reports, []);
        await rig.stop();
      });
    }

    it("for one lane only: 503 for its messages, and everybody else's are taken", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.say("hello", "v1");
      rig.locked.visitor = "v1";
      const from = (id: string) => ({ sender: { id }, message: { type: "text", text: "more" } });
      const pair = [rig.visitor(from("v1")), rig.visitor(from("v2"))];
      const [locked, other] = await Promise.all(pair);
      want("503 for the locked one", locked?.accepted === false && locked.refusal.httpStatus, 503);
      want("200 for the other, in the same commit", other?.accepted, true);
      rig.locked.visitor = null;
      want(
        "and for the locked one once it is free",
        (await rig.visitor(from("v1"))).accepted,
        true,
      );
      want("each is delivered once", rig.backend.taken.length, 3);
      await rig.stop();
    });

    it("for one lane only, which another transaction has: its messages wait, in order, and delay nobody else", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.say("hello", "v1");
      Object.assign(rig.locked, { visitor: "v1", isBusy: true });
      const says = (text: string) =>
        rig.visitor({ sender: { id: "v1" }, message: { type: "text", text } });
      const waiting = [says("one"), says("two")];
      await rig.time.advance(300);
      waiting.push(says("three"));
      await rig.say("elsewhere", "v2");
      rig.locked.visitor = null;
      waiting.push(says("four"));
      await rig.time.advance(100);
      for (const answer of await Promise.all(waiting)) wantDone("a message that waited", answer);
      want(
        "everybody else's first, then what waited, in order",
        rig.backend.taken.map(({ message }) => "text" in message && message.text),
        ["hello", "elsewhere", "one", "two", "three", "four"],
      );
      await rig.stop();
    });

    it("for one lane only, which another transaction keeps: 503 before a second is over", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.say("hello", "v1");
      Object.assign(rig.locked, { visitor: "v1", isBusy: true });
      const says = () =>
        rig.visitor({ sender: { id: "v1" }, message: { type: "text", text: "more" } });
      const statuses: unknown[] = [];
      for (let time = 0; time < 2; time += 1)
        void says().then((answer) => statuses.push(!answer.accepted && answer.refusal.httpStatus));
      await rig.time.advance(900);
      want("503 for both", statuses, [503, 503]);
      rig.locked.visitor = null;
      wantDone("the next one", await says());
      want("and it alone is there", rig.backend.taken.length, 2);
      await rig.stop();
    });

    it("for one lane only: its verdict is brought in again until it is taken", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello", "v1");
      rig.transport.answer = () => {
        rig.locked.conversation = conversation;
        return positive;
      };
      await rig.reply(conversation, "hi");
      await rig.time.advance(2_000);
      rig.locked.conversation = null;
      await rig.time.advance(1_000);
      want("delivered, with one POST", rig.transport.posts.length, 1);
      want("and so it is shown", await statesOf(rig, conversation), ["delivered", "delivered"]);
      await rig.stop();
    });

    it("that cannot read the channel costs an attempt, and the next one is on its tick", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      const startedAt = rig.time.now();
      rig.transport.answer = (_, index) => (index === 0 ? { status: 500 } : positive);
      await rig.reply(conversation, "hi");
      rig.channelFault = true;
      await rig.time.advance(4_000);
      rig.channelFault = false;
      await rig.time.advance(5_000);
      want(
        "attempts at 0 and 6 s",
        rig.transport.posts.map(({ at }) => at - startedAt),
        [0, 6_000],
      );
      want("delivered", await statesOf(rig, conversation), ["delivered", "delivered"]);
      await rig.stop();
    });

    it("that takes seconds costs no lease: only a standstill of the process does", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      await rig.commits.taking(2_000, () => rig.reply(conversation, "hi"));
      await rig.time.advance(1_000);
      want("delivered at the first attempt", rig.transport.posts.length, 1);
      want(
        "no lease was dropped",
        rig.events.filter(({ type }) => type === "paused"),
        [],
      );
      await rig.stop();
    });

    it("answers in the order in which the calls of one lane were made", async () => {
      const rig = await GatewayRig.start(fresh());
      const body = (text: string) => ({ sender: { id: "v1" }, message: { type: "text", text } });
      const texts = Array.from({ length: 50 }, (_, index) => `m${index}`);
      await Promise.all(texts.map((text) => rig.visitorSends(body(text))));
      want(
        "in call order",
        rig.backend.taken.map(({ message }) => "text" in message && message.text),
        texts,
      );
      const batches = rig.events.filter((event) => event.type === "committed" && event.appends > 1);
      want("one turn is one commit", batches.length > 0, true);
      await rig.stop();
    });
  });
}
