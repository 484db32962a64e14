import type { FailureReason } from "@parley/core";
import { roundToDue } from "../time/round-to-due.ts";
import type { Runner } from "../runner.ts";
import type { FreshStores } from "./gateway-rig.ts";
import { type Answer, positive } from "../scripted/scripted-transport.ts";
import { GatewayRig } from "./gateway-rig.ts";
import { want } from "../want.ts";

const troubles: readonly {
  readonly title: string;
  readonly answer: Answer;
  readonly reason: FailureReason;
}[] = [
  { title: "a refused connection", answer: { failure: "unreachable" }, reason: "unreachable" },
  {
    title: "an answer that cannot be read",
    answer: { failure: "unreadable-answer" },
    reason: "unreadable-answer",
  },
  { title: "a timeout", answer: "hang", reason: "timeout" },
  { title: "a 500", answer: { status: 500, body: "oops" }, reason: "http-status" },
  { title: "a redirect", answer: { status: 302 }, reason: "redirect" },
  {
    title: "garbage on 200",
    answer: { status: 200, body: "\u0000<html>" },
    reason: "unusable-answer",
  },
  {
    title: "result other than ok",
    answer: { status: 200, body: '{"result":"OK"}' },
    reason: "unusable-answer",
  },
  {
    title: "result ok in an answer that was cut off",
    answer: { status: 200, body: `{"result":"ok"}${" ".repeat(64 * 1024)}` },
    reason: "unusable-answer",
  },
  {
    title: "a forbidden target",
    answer: { failure: "forbidden-target" },
    reason: "forbidden-target",
  },
];

/** Attempts at 0, 3 and 6 s, the report at 9 s (§6, rulings 14 to 17). */
export function redeliveryTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("redelivery", () => {
    for (const { title, answer, reason } of troubles) {
      it(`after ${title} attempts start at exactly 0, 3 and 6 s and the report comes at 9 s`, async () => {
        const rig = await GatewayRig.start(fresh());
        const conversation = await rig.say("hello");
        rig.transport.answer = () => answer;
        const startedAt = rig.time.now();
        const sequence = await rig.reply(conversation, "hi");
        await rig.time.advance(8_999);
        want("no report before 9 s", rig.backend.reports.length, 0);
        await rig.time.advance(1 + rig.lateMs);
        const ticks = [0, 3_000, 6_000];
        const attempts = rig.transport.posts.map(({ at }) => at - startedAt);
        want("attempts at 0, 3 and 6 s", roundToDue(attempts, ticks, rig.lateMs), ticks);
        const reports = rig.backend.reports.map(({ at }) => at - startedAt);
        want("one report, at 9 s", roundToDue(reports, [9_000], rig.lateMs), [9_000]);
        want(
          "the report names the message and the reason",
          { sequence, reason },
          {
            sequence: rig.backend.reports[0]?.report.sequence,
            reason: rig.backend.reports[0]?.report.reason,
          },
        );
        want(
          "every attempt carries the same bytes",
          new Set(rig.transport.posts.map(({ body }) => body)).size,
          1,
        );
        await rig.time.advance(60_000);
        want("nothing follows the report", rig.transport.posts.length, 3);
        await rig.stop();
      });

      for (const successAt of [2, 3]) {
        it(`after ${title} a positive answer to attempt ${successAt} ends the series without a report`, async () => {
          const rig = await GatewayRig.start(fresh());
          const conversation = await rig.say("hello");
          rig.transport.answer = (_, index) => (index + 1 === successAt ? positive : answer);
          const startedAt = rig.time.now();
          await rig.reply(conversation, "hi");
          await rig.time.advance(60_000);
          const ticks = [0, 3_000, 6_000].slice(0, successAt);
          const attempts = rig.transport.posts.map(({ at }) => at - startedAt);
          want(
            "attempts stop at the positive answer",
            roundToDue(attempts, ticks, rig.lateMs),
            ticks,
          );
          want("a delivered message is not reported", rig.backend.reports.length, 0);
          want("its state is delivered", await statesOf(rig, conversation), [
            "delivered",
            "delivered",
          ]);
          await rig.stop();
        });
      }
    }

    it("a positive answer to the first attempt is the only attempt", async () => {
      const rig = await GatewayRig.start(fresh());
      await rig.reply(await rig.say("hello"), "hi");
      await rig.time.advance(60_000);
      want("one attempt", rig.transport.posts.length, 1);
      want("no report", rig.backend.reports.length, 0);
      await rig.stop();
    });

    it("the failure shape on HTTP 200 ends the series at once, and the agent sees its description", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({
        status: 200,
        body: '{"error":{"code":7,"message":"chat closed"}}',
      });
      await rig.reply(conversation, "hi");
      want(
        "the report comes at once",
        rig.backend.reports.map(({ report }) => report.description),
        ["chat closed"],
      );
      await rig.time.advance(60_000);
      want("one attempt", rig.transport.posts.length, 1);
      await rig.stop();
    });

    it("with failureShape redeliver the failure shape on HTTP 200 is redelivered", async () => {
      const rig = await GatewayRig.start(fresh(), { failureShape: "redeliver" });
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({ status: 200, body: '{"error":{"code":7,"message":"busy"}}' });
      await rig.reply(conversation, "hi");
      await rig.time.advance(9_000);
      want("three attempts", rig.transport.posts.length, 3);
      want(
        "the reason",
        rig.backend.reports.map(({ report }) => [report.reason, report.description]),
        [["rejected", "busy"]],
      );
      await rig.stop();
    });

    it("the description is that of the last failure shape seen, on any status", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      const answers: Answer[] = [
        { status: 500, body: '{"error":{"code":1,"message":"first"}}' },
        { status: 503, body: '{"error":{"code":2,"message":"second"}}' },
        { failure: "unreadable-answer" },
      ];
      rig.transport.answer = (_, index) => answers[index] ?? positive;
      await rig.reply(conversation, "hi");
      await rig.time.advance(9_000);
      want(
        "reason of the last attempt, description of the last shape",
        rig.backend.reports.map(({ report }) => [report.reason, report.description]),
        [["unreadable-answer", "second"]],
      );
      await rig.stop();
    });

    it("unreachable is the reason only when no attempt sent anything", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      const answers: Answer[] = [
        { failure: "unreadable-answer" },
        { failure: "unreachable" },
        { failure: "unreachable" },
      ];
      rig.transport.answer = (_, index) => answers[index] ?? { failure: "unreachable" };
      await rig.reply(conversation, "may have arrived");
      await rig.time.advance(9_000);
      await rig.reply(conversation, "was never sent");
      await rig.time.advance(9_000);
      want(
        "the first may have arrived, the second cannot",
        rig.backend.reports.map(({ report }) => report.reason),
        ["unreadable-answer", "unreachable"],
      );
      await rig.stop();
    });

    it("a description whose code is hidden is not shown, and the agent is told all the same", async () => {
      const rig = await GatewayRig.start(fresh(), { hiddenErrorCodes: [7] });
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({
        status: 200,
        body: '{"error":{"code":7,"message":"internal"}}',
      });
      await rig.reply(conversation, "hi");
      want(
        "a report without description",
        rig.backend.reports.map(({ report }) => [report.reason, "description" in report]),
        [["rejected", false]],
      );
      await rig.stop();
    });

    it("with acknowledge affirmative a plain yes in a string is positive, and null is redelivered", async () => {
      const rig = await GatewayRig.start(fresh(), { acknowledge: "affirmative" });
      const conversation = await rig.say("hello");
      const yes = JSON.stringify('{"result": "ok"}');
      rig.transport.answer = (_, index) => ({ status: 200, body: index === 0 ? yes : "null" });
      await rig.reply(conversation, "one");
      want("a yes in a string", await statesOf(rig, conversation), ["delivered", "delivered"]);
      await rig.reply(conversation, "two");
      await rig.time.advance(9_000);
      want("null", (await statesOf(rig, conversation)).at(-1), "failed");
      want("three attempts", rig.transport.posts.length, 4);
      await rig.stop();
    });

    it("with acknowledge any-2xx a plain 204 is positive, but never one with an error object", async () => {
      const rig = await GatewayRig.start(fresh(), { acknowledge: "any-2xx" });
      const conversation = await rig.say("hello");
      rig.transport.answer = (_, index) =>
        index === 0 ? { status: 204 } : { status: 201, body: '{"error":{"code":1}}' };
      await rig.reply(conversation, "one");
      want("204 is delivered", await statesOf(rig, conversation), ["delivered", "delivered"]);
      await rig.reply(conversation, "two");
      await rig.time.advance(9_000);
      want("an error object is not", await statesOf(rig, conversation), [
        "delivered",
        "delivered",
        "failed",
      ]);
      await rig.stop();
    });
  });
}

export async function statesOf(rig: GatewayRig, conversation: string): Promise<string[]> {
  const { items } = await rig.gateway.conversations.messages(conversation, {
    before: null,
    limit: 200,
  });
  return items.map(({ state }) => state);
}
