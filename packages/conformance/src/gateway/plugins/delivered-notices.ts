import type { Runner } from "../../runner.ts";
import { want } from "../../want.ts";
import { type FreshStores, GatewayRig } from "../gateway-rig.ts";

async function startHearing(fresh: FreshStores): Promise<GatewayRig> {
  const rig = await GatewayRig.start(fresh());
  await rig.stop();
  await rig.withDeliveredListener().startAgain();
  return rig;
}

const refusal = () => ({ status: 200, body: '{"error":{"code":1}}' });

/** Notices of delivered messages, where the agent app listens. */
export function deliveredNoticeTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a notice of a delivered message", () => {
    it("comes once for each agent's message, in order, with the app's own key", async () => {
      const rig = await startHearing(fresh);
      const conversation = await rig.say("hello");
      const sent = await rig.gateway.outbox.send({
        conversationId: conversation,
        idempotencyKey: "app-7",
        sender: { name: "Ann" },
        message: { type: "text", text: "hi" },
      });
      await rig.reply(conversation, "again");
      const told = rig.backend.notices.map(({ notice }) => notice);
      want("two notices", told.length, 2);
      const [first] = told;
      const { idempotencyKey, part, parts, state, mayBeRepeat, sequence } = first ?? {};
      want(
        "the first",
        { idempotencyKey, part, parts, state, mayBeRepeat, sequence },
        {
          idempotencyKey: "app-7",
          part: 1,
          parts: 1,
          state: "delivered",
          mayBeRepeat: false,
          sequence: sent.accepted ? sent.sequence : null,
        },
      );
      const { items } = await rig.gateway.deliveries.list(
        { conversationId: conversation },
        { before: null, limit: 9 },
      );
      want("it is no delivery", items.length, 3);
      await rig.stop();
    });

    it("is not stored where nobody listens, and dropped where nobody listens any more", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      await rig.reply(conversation, "hi");
      const { notices } = await rig.gateway.deliveries.backlog();
      want("none is stored", notices.lanes, 0);
      await rig.stop();
      await rig.withDeliveredListener().startAgain();
      rig.backend.answerNotice = () => "throw";
      await rig.reply(conversation, "hi");
      await rig.kill();
      await rig.withDeliveredListener(false).startAgain();
      await rig.time.advance(15_000);
      want("it is gone", (await rig.gateway.deliveries.backlog()).notices.lanes, 0);
      await rig.stop();
    });

    it("is dropped after three failures, and the next one follows", async () => {
      const rig = await startHearing(fresh);
      const conversation = await rig.say("hello");
      let calls = 0;
      rig.backend.answerNotice = () => {
        calls += 1;
        return calls <= 3 ? "throw" : "taken";
      };
      await rig.reply(conversation, "one");
      await rig.reply(conversation, "two");
      await rig.time.advance(5_000);
      want("calls", calls, 4);
      want("the second is told", rig.backend.notices.length, 1);
      await rig.stop();
    });

    it("is not dropped for the time that it waits for an earlier call that never ends", async () => {
      const rig = await startHearing(fresh);
      const conversation = await rig.say("hello");
      let calls = 0;
      rig.backend.answerNotice = () => {
        calls += 1;
        return calls === 1 ? "hang" : "taken";
      };
      await rig.reply(conversation, "one");
      await rig.reply(conversation, "two");
      await rig.time.advance(15_000);
      rig.transport.answer = refusal;
      await rig.reply(conversation, "three");
      want("the report is told", rig.backend.reports.length, 1);
      await rig.time.advance(6 * 60_000);
      want("calls", calls, 3);
      want("both are told", rig.backend.notices.length, 2);
      await rig.stop();
    });

    it("that fails or hangs delays no message and no report", async () => {
      const rig = await startHearing(fresh);
      const conversation = await rig.say("hello");
      rig.backend.answerNotice = () => (rig.time.now() % 2 === 0 ? "silent" : "throw");
      await rig.reply(conversation, "one");
      rig.transport.answer = () => ({ status: 500, body: "" });
      const failing = rig.time.now();
      await rig.reply(conversation, "two");
      await rig.say("again");
      want("the message comes at once", rig.backend.taken.length, 2);
      await rig.time.advance(9_000 + rig.lateMs * 4);
      const [report] = rig.backend.reports;
      const afterMs = (report?.at ?? 0) - failing;
      want("the report comes at 9 s", afterMs >= 9_000 && afterMs <= 9_000 + rig.lateMs * 4, true);
      await rig.stop();
    });

    it("is aborted and dropped when a report comes, which does not wait", async () => {
      const rig = await startHearing(fresh);
      const conversation = await rig.say("hello");
      const signals: AbortSignal[] = [];
      rig.backend.answerNotice = (_notice, signal) => {
        signals.push(signal);
        return "silent";
      };
      await rig.reply(conversation, "one");
      rig.transport.answer = refusal;
      await rig.reply(conversation, "two");
      want("the report is told", rig.backend.reports.length, 1);
      want("the notice is aborted", [signals.length, signals[0]?.aborted], [1, true]);
      await rig.time.advance(15_000);
      want("and dropped", signals.length, 1);
      await rig.stop();
    });

    it("is not aborted by a report that waits for an earlier call", async () => {
      const rig = await startHearing(fresh);
      const conversation = await rig.say("hello");
      rig.backend.answerReport = () => "hang";
      rig.transport.answer = refusal;
      await rig.reply(conversation, "one");
      await rig.time.advance(10_500);
      const signals: AbortSignal[] = [];
      rig.backend.answerNotice = (_notice, signal) => {
        signals.push(signal);
        return "silent";
      };
      rig.transport.answer = () => ({ status: 200, body: '{"result":"ok"}' });
      await rig.reply(conversation, "two");
      await rig.time.advance(5_000);
      want("it runs", [signals.length, signals[0]?.aborted], [1, false]);
      await rig.kill();
    });

    it("may be postponed, which is no failure", async () => {
      const rig = await startHearing(fresh);
      const conversation = await rig.say("hello");
      let calls = 0;
      rig.backend.answerNotice = () => {
        calls += 1;
        return calls <= 5 ? { outcome: "later", inMs: 2_000 } : "taken";
      };
      await rig.reply(conversation, "one");
      await rig.time.advance(11_000);
      want("told", [calls, rig.backend.notices.length], [6, 1]);
      await rig.stop();
    });
  });
}
