import type { DeliveryReport, FailureReason } from "@parley/core";
import { hostileTexts } from "../samples/hostile-texts.ts";
import { want } from "../want.ts";
import { type AgentCheck, type AgentTrial, type CallEnd, givenUp } from "./agent-check.ts";

/** Every reason of a failed agent message. */
const reasons = [
  "rejected",
  "timeout",
  "unreachable",
  "unreadable-answer",
  "forbidden-target",
  "redirect",
  "http-status",
  "unusable-answer",
  "interrupted",
  "channel-removed",
] as const satisfies readonly FailureReason[];

/** The agent is always told that a message was not delivered (ruling 17). */
export function reportRules(check: AgentCheck): void {
  check("a failed message is reported with its reason, whatever it is", async (trial) => {
    const { conversationId } = await visitorWithMessage(trial);
    for (const reason of reasons) {
      await reported(trial, { ...(await trial.bench.report(conversationId)), reason });
    }
  });

  check("the description is shown as it is: untrusted text, never markup", async (trial) => {
    const { conversationId } = await visitorWithMessage(trial);
    for (const words of hostileTexts) {
      await reported(trial, await trial.bench.report(conversationId, words));
    }
  });

  check("the same report again is taken and shown once", async (trial) => {
    const { conversationId } = await visitorWithMessage(trial);
    const report = await trial.bench.report(conversationId, "closed");
    for (let time = 0; time < 3; time += 1) await reported(trial, report);
  });

  check("a visitor's message that the app would not take is reported too", async (trial) => {
    await visitorWithMessage(trial);
    const report = await trial.bench.deadLetterReport("<b>no such inbox</b>");
    want("it is a dead letter's", report.direction, "inbound");
    await reported(trial, report);
  });

  check("while the app is away a report is not lost", async (trial) => {
    const { conversationId } = await visitorWithMessage(trial);
    const report = await trial.bench.report(conversationId, "closed");
    const call = () => trial.report(report);
    if ((await trial.app.reports(conversationId)) !== null) {
      await trial.inTrouble("away", async () => want("it comes again", await call(), "later"));
    }
    await trial.takenAtLast(call);
    await wantReported(trial, report);
  });

  check("a report whose signal aborts ends promptly", async (trial) => {
    const { conversationId } = await visitorWithMessage(trial);
    const report = await trial.bench.report(conversationId, "closed");
    const ends: CallEnd[] = [];
    await trial.inTrouble("silent", async () => {
      ends.push(await givenUp((signal) => trial.report(report, signal)));
    });
    if (ends.includes("taken")) await wantReported(trial, report);
    await trial.takenAtLast(() => trial.report(report));
    await wantReported(trial, report);
  });

  check("a report of a conversation nobody knows breaks nothing", async (trial) => {
    const { conversationId } = await visitorWithMessage(trial);
    const report = await trial.bench.report(conversationId, "closed");
    await trial.report({ ...report, deliveryId: "nobody.7", conversationId: "nobody" });
    await reported(trial, report);
  });

  check("a report sends nothing to the visitor", async (trial) => {
    const { conversationId } = await visitorWithMessage(trial);
    const report = await trial.bench.report(conversationId, "closed");
    const before = trial.bench.outbox.sends.length;
    await reported(trial, report);
    const { sends } = trial.bench.outbox;
    want("a message about a failed message might fail as well, and so on", sends.slice(before), []);
  });
}

async function visitorWithMessage(trial: AgentTrial): Promise<{ readonly conversationId: string }> {
  const event = await trial.bench.says("hello");
  await trial.taken(event);
  return event;
}

async function reported(trial: AgentTrial, report: DeliveryReport): Promise<void> {
  want("a report that nothing stands in the way of is taken", await trial.report(report), "taken");
  await wantReported(trial, report);
}

async function wantReported(trial: AgentTrial, report: DeliveryReport): Promise<void> {
  const seen = await trial.app.reports(report.conversationId);
  if (seen === null) return;
  const { reason, description, sequence } = report;
  const same = seen.filter((other) => other.sequence === sequence);
  want(
    "the agent sees it once: reason and description, letter for letter",
    same.map((other) => ({ reason: other.reason, description: other.description })),
    [{ reason, description }],
  );
}
