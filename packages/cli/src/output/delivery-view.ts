import type { AttemptView, DeliveryView } from "@parley/admin-express/api";
import type { CommandContext } from "../command-context.ts";
import { type Fact, printFacts } from "./facts.ts";
import { failureText } from "./failure-text.ts";
import { instantText, localText } from "../input/instants.ts";
import { printLine } from "./print-line.ts";
import { type Column, Table } from "./table.ts";

const directions = { inbound: "to the agent app", outbound: "to the visitor" } as const;
const meanings: Readonly<Record<AttemptView["outcome"], string>> = {
  positive: "an acknowledgement",
  "failure-shape": "an error without a message, or with one that is hidden",
  redirect: "a redirect, which is not followed",
  "http-status": "an answer that is not an acknowledgement",
  unusable: "a body that is not an acknowledgement",
  timeout: "no complete answer in time: the message may have arrived",
  unreachable: "nothing was sent: no connection was made",
  "unreadable-answer": "an unreadable or incomplete answer: the message may have arrived",
  "forbidden-target": "nothing was sent: the address guard forbids this target",
  "not-sent": "nothing was sent: the attempt was cancelled",
  taken: "the agent app accepted it",
  rejected: "the agent app rejected it for good, without a reason",
  later: "the agent app could not accept it, or did not answer",
};
const stateLooks = { waiting: "doubtful", delivered: "good", failed: "bad" } as const;

/** Prints a delivery and its attempts. */
export function printDelivery(context: CommandContext, delivery: DeliveryView): void {
  const { attempts, attempt } = delivery;
  printFacts(context, factsOf(delivery, Date.now()));
  if (attempts.length === 0) {
    printLine(context, attempt === 0 ? "No attempt was made yet." : "No attempt ended yet.");
    return;
  }
  printLine(context);
  new Table(context, columnsFrom(attempts[0]?.startedAt ?? 0)).print(attempts);
}

function factsOf(delivery: DeliveryView, now: number): readonly Fact[] {
  const { state, failure, nextAttemptAt } = delivery;
  return [
    ["delivery", delivery.id],
    ["message", `${delivery.messageSequence} of conversation ${delivery.conversationId}`],
    ["channel", delivery.channelId],
    ["goes", directions[delivery.kind] ?? delivery.kind],
    ["state", state, stateLooks[state]],
    ...(failure === null ? [] : [["failure", failureText(failure)] satisfies Fact]),
    ["accepted", instantText(delivery.acceptedAt, now)],
    ["attempts", String(delivery.attempt)],
    ...(nextAttemptAt === null
      ? []
      : [["next attempt", instantText(nextAttemptAt, now)] satisfies Fact]),
  ];
}

/** The receiver's description, or ours when it is missing or hidden. */
function whatCameBack({ outcome, description }: AttemptView): string {
  return description ?? meanings[outcome] ?? outcome;
}

/** @param firstAt start of the first shown attempt in epoch milliseconds */
function columnsFrom(firstAt: number): readonly Column<AttemptView>[] {
  return [
    { title: "attempt", text: ({ attempt }) => String(attempt) },
    { title: "started", text: ({ startedAt }) => localText(startedAt) },
    { title: "after", text: ({ startedAt }) => `+${((startedAt - firstAt) / 1000).toFixed(3)} s` },
    { title: "took", text: ({ durationMs }) => `${Math.round(durationMs)} ms` },
    {
      title: "outcome",
      text: ({ outcome }) => outcome,
      look: ({ outcome }) => (outcome === "positive" || outcome === "taken" ? "good" : "bad"),
    },
    { title: "HTTP", text: ({ status }) => (status === undefined ? "-" : String(status)) },
    { title: "what came back", text: whatCameBack, flexible: true },
  ];
}
