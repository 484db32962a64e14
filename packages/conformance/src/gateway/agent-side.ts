import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import type { BackendAnswer } from "../scripted/scripted-backend.ts";
import { want } from "../want.ts";
import { statesOf } from "./redelivery.ts";

const minute = 60_000;

/** A backend that is down, hangs, rejects or keeps failing at one message (ruling 21). */
export function agentSideTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("the agent app", () => {
    it("may be down for ten minutes and more: nothing is given up, all arrives in order once it is back", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.backend.answer = () => "throw";
      for (const text of ["one", "two", "three"]) await rig.say(text);
      await rig.time.advance(15 * minute);
      want("no dead letter while it takes nothing", (await deadLetters(rig)).length, 0);
      rig.backend.answer = () => "taken";
      await rig.time.advance(minute);
      want("all, in order", texts(rig), ["one", "two", "three"]);
      const pauses = rig.backend.calls
        .slice(1, 8)
        .map(({ at }, index) => at - (rig.backend.calls[index]?.at ?? 0));
      want(
        "pauses double from 1 s to 60 s, each up to a tenth shorter",
        pauses.every((pause, index) => {
          const full = Math.min(60_000, 1_000 * 2 ** index);
          return pause >= Math.max(1_000, full * 0.9) && pause <= full;
        }),
        true,
      );
      await rig.stop();
    });

    it("may fail here and there after an outage: nothing is set aside for what failed during it, and every report arrives", async () => {
      const rig = await GatewayRig.start(fresh());
      const talks: string[] = [];
      for (let visitor = 0; visitor < 6; visitor += 1) talks.push(await rig.say("hi", visitor));
      rig.backend.answer = () => "throw";
      rig.backend.answerReport = () => "throw";
      const closed = JSON.stringify({ error: { code: 1 } });
      rig.transport.answer = () => ({ status: 200, body: closed });
      for (const [visitor, conversation] of talks.entries()) {
        await rig.say("anybody?", visitor);
        await rig.reply(conversation, "lost");
      }
      await rig.time.advance(15 * minute);
      const asked: string[] = [];
      /** The first event of each kind succeeds, which shows that the app is back. Every other one succeeds at the second call. */
      const answered = (id: string, isFirst: boolean): BackendAnswer => {
        const isKnown = asked.includes(id);
        asked.push(id);
        return isFirst || isKnown ? "taken" : "throw";
      };
      rig.backend.answer = ({ id, conversationId }) => answered(id, conversationId === talks[0]);
      rig.backend.answerReport = ({ deliveryId, conversationId }) =>
        answered(deliveryId, conversationId === talks[0]);
      await rig.time.advance(10 * minute);
      want("no dead letter", (await deadLetters(rig)).length, 0);
      want("both messages of each visitor", rig.backend.taken.length, 2 * talks.length);
      want(
        "every report of an agent's message",
        rig.backend.reports.filter(({ report }) => report.direction === "outbound").length,
        talks.length,
      );
      await rig.stop();
    });

    it("may answer what is no receipt, such as a rejection without a reason: then it is asked again", async () => {
      const rig = await GatewayRig.start(fresh());
      const odd = { rejected: undefined } as unknown as BackendAnswer;
      rig.backend.answer = () => (rig.backend.calls.length <= 2 ? odd : "taken");
      await rig.say("hello");
      await rig.time.advance(4_000);
      want("taken at the third time", texts(rig), ["hello"]);
      want("with growing pauses", rig.backend.calls.length, 3);
      await rig.stop();
    });

    it("may hang: the event comes again after 10 s and a pause, with the same id", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.backend.answer = () => (rig.backend.calls.length <= 1 ? "silent" : "taken");
      await rig.say("hello");
      await rig.time.advance(9_999);
      want("silence lasts 10 s", rig.backend.calls.length, 1);
      await rig.time.advance(2_001);
      want(
        "twice, the same event",
        rig.backend.calls.map(({ event }) => event.id === rig.backend.calls[0]?.event.id),
        [true, true],
      );
      want("taken once", texts(rig), ["hello"]);
      await rig.stop();
    });

    it("may reject one message: it becomes a dead letter, the agent sees a notice, the lane moves on", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.backend.answer = ({ message }) =>
        "text" in message && message.text === "bad" ? { rejected: "too odd" } : "taken";
      let conversation = "";
      for (const text of ["good", "bad", "better"]) conversation = await rig.say(text);
      want("the others, in order", texts(rig), ["good", "better"]);
      want(
        "the notice",
        rig.backend.reports.map(({ report }) => [
          report.direction,
          report.reason,
          report.description,
        ]),
        [["inbound", "backend-rejected", "too odd"]],
      );
      want("listed for the operator", (await deadLetters(rig)).length, 1);
      want("its state is failed", await statesOf(rig, conversation), [
        "delivered",
        "failed",
        "delivered",
      ]);
      rig.backend.answer = () => "taken";
      const [letter] = await deadLetters(rig);
      want(
        "redelivered",
        await rig.gateway.deadLetters.redeliver(conversation, letter?.sequence ?? 0),
        true,
      );
      await rig.time.settle();
      want("taken at last", texts(rig), ["good", "better", "bad"]);
      want("no dead letter is left", (await deadLetters(rig)).length, 0);
      await rig.stop();
    });

    it("may throw for one message forever: after ten failures over ten minutes, others being taken, it is set aside", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.backend.answer = ({ message }) =>
        "text" in message && message.text === "poison" ? "throw" : "taken";
      const conversation = await rig.say("poison");
      await rig.say("after");
      for (let minutes = 0; minutes < 9; minutes += 1) {
        await rig.say("elsewhere", "v2");
        await rig.time.advance(minute);
      }
      want("not yet, and the one behind waits", await statesOf(rig, conversation), [
        "waiting",
        "waiting",
      ]);
      for (let minutes = 0; minutes < 4; minutes += 1) {
        await rig.say("elsewhere", "v2");
        await rig.time.advance(minute / 2);
        await rig.say("elsewhere", "v2");
        await rig.time.advance(minute / 2);
      }
      want("set aside, the lane moved on", await statesOf(rig, conversation), [
        "failed",
        "delivered",
      ]);
      want(
        "the notice",
        rig.backend.reports.map(({ report }) => report.reason),
        ["backend-failing"],
      );
      want("listed for the operator", (await deadLetters(rig)).length, 1);
      await rig.stop();
    });

    it("may throw for two messages forever in a quiet shop: both are set aside", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.backend.answer = ({ message }) =>
        "text" in message && message.text === "poison" ? "throw" : "taken";
      const poisoned = [await rig.say("poison", "v1"), await rig.say("poison", "v3")];
      for (let minutes = 0; minutes < 20; minutes += 2) {
        await rig.say("elsewhere", "v2");
        await rig.time.advance(2 * minute);
      }
      for (const conversation of poisoned)
        want("set aside", await statesOf(rig, conversation), ["failed"]);
      await rig.stop();
    });

    it("may take reports and no messages: then no message is to blame, and the other way round", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello", "v2");
      rig.backend.answer = () => "throw";
      await rig.say("lost?");
      const closed = JSON.stringify({ error: { code: 1 } });
      rig.transport.answer = () => ({ status: 200, body: closed });
      for (let minutes = 0; minutes < 14; minutes += 1) {
        await rig.reply(conversation, "hi");
        await rig.time.advance(minute);
      }
      want("reports were taken", rig.backend.reports.length, 14);
      want("no message was set aside", (await deadLetters(rig)).length, 0);
      rig.backend.answer = () => "taken";
      rig.backend.answerReport = () => "throw";
      await rig.reply(conversation, "hi");
      for (let minutes = 0; minutes < 14; minutes += 1) {
        await rig.say("still here", "v3");
        await rig.time.advance(minute);
      }
      rig.backend.answerReport = () => "taken";
      await rig.time.advance(minute);
      want("the report was kept", rig.backend.reports.length, 15);
      await rig.stop();
    });

    it("is not asked twice at once about one event, however long a commit took", async () => {
      const rig = await GatewayRig.start(fresh());
      let together = 0;
      rig.backend.answer = () => {
        const open = rig.backend.calls.filter(({ signal }) => !signal.aborted).length;
        together = Math.max(together, open);
        return "silent";
      };
      await rig.commits.taking(1_500, () => rig.say("hello"));
      await rig.time.advance(15_000);
      want("it was asked again", rig.backend.calls.length, 2);
      want("after the first call's time was over", together, 1);
      await rig.stop();
    });

    it("availability is 0 when the agent app is down, throws or takes over a second, and is shared for a second", async () => {
      const rig = await GatewayRig.start(fresh());
      const { inbox } = rig.gateway;
      let asked = 0;
      rig.backend.online = async () => ((asked += 1), 1);
      want("online", [await inbox.status(rig.pass), await inbox.status(rig.pass)], [1, 1]);
      want("one answer is shared", asked, 1);
      await rig.time.advance(1_000);
      rig.backend.online = () => Promise.reject(new Error("down"));
      want("throwing means 0", await inbox.status(rig.pass), 0);
      await rig.time.advance(1_000);
      rig.backend.online = () => new Promise(() => {});
      const late = inbox.status(rig.pass);
      await rig.time.advance(1_000);
      want("silence means 0", await late, 0);
      await rig.stop();
    });
  });
}

function texts(rig: GatewayRig): unknown[] {
  return rig.backend.taken
    .filter(({ visitor }) => visitor.id === "v1")
    .map(({ message }) => "text" in message && message.text);
}

async function deadLetters(rig: GatewayRig): Promise<readonly { readonly sequence: number }[]> {
  return (await rig.gateway.deadLetters.list({ before: null, limit: 10 })).items;
}
