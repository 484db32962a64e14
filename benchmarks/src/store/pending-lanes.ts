import type { Append, Lease, MessageStore, Settlement, Verdict } from "@parley/core";
import { say } from "../report/progress.ts";
import { budgetOf } from "./opened-store.ts";
import { checkCommit } from "./stored.ts";
import { conversationOf, visitorAppend, writerOf } from "./visitor-append.ts";

/** Waiting retries for the agent app and for integrating systems. */
export interface PendingOrder {
  readonly lanes: number;
  /** Epoch milliseconds of the earliest, and the time over which they are spread. */
  readonly dueFrom: number;
  readonly dueWithinMs: number;
  /** The same time for retries to integrating systems. Default: the same. */
  readonly outboundDueWithinMs?: number;
  /** One of this many lanes waits for an integrating system, the others for the agent app. Default: 2. */
  readonly outboundEvery?: number;
}

const batch = 1_000;
/** Below `seriesPerChannel`. Otherwise some lanes would be parked and have no due instant. */
const lanesPerChannel = 100;
const told = 100_000;

/** Fills a new store. @throws Error when a message was not stored as expected. */
export async function fillPending(messages: MessageStore, order: PendingOrder): Promise<void> {
  for (let first = 0; first < order.lanes; first += batch) {
    const writers = Array.from(
      { length: Math.min(batch, order.lanes - first) },
      (_, index) => first + index,
    );
    await fillBatch(messages, writers, order);
    const done = first + writers.length;
    if (done % told === 0) say(`  ${done.toLocaleString("en")} retries wait`);
  }
}

/** Every visitor has written. For every second one that message waits, for the others a reply. */
async function fillBatch(messages: MessageStore, writers: readonly number[], order: PendingOrder) {
  const now = Date.now();
  const written = await messages.commit(
    { appends: writers.map(visitorWrites), settlements: [] },
    now,
    budgetOf(writers.length),
  );
  checkCommit(written, writers.length);
  const answered = writers.filter((writer) => isAnswered(writer, order));
  const replied = await messages.commit(
    {
      appends: answered.map(agentWrites),
      settlements: written.leases.map((lease) => endsAtAgentApp(lease, order)),
    },
    now,
    budgetOf(answered.length),
  );
  checkCommit(replied, answered.length);
  const settlements = replied.leases.map((lease) =>
    settlementOf(lease, fails(lease, order, outboundMemo(now))),
  );
  checkCommit(await messages.commit({ appends: [], settlements }, now, budgetOf(0)), 0);
}

function isAnswered(writer: number, { outboundEvery = 2 }: PendingOrder): boolean {
  return writer % outboundEvery === 1;
}

function endsAtAgentApp(lease: Lease, order: PendingOrder): Settlement {
  const startedAt = lease.head.acceptedAt;
  if (!isAnswered(writerOf(lease.lane.conversationId), order))
    return settlementOf(lease, fails(lease, order, inboundMemo(startedAt)));
  const record = JSON.stringify([[1, startedAt, 2, "taken"]]);
  return settlementOf(lease, { kind: "delivered", record });
}

function settlementOf({ lane, token }: Lease, verdict: Verdict): Settlement {
  return { lane, token, verdict };
}

function fails({ lane }: Lease, order: PendingOrder, memo: string): Verdict {
  const { dueFrom, lanes, outboundDueWithinMs = order.dueWithinMs } = order;
  const dueWithinMs = lane.kind === "outbound" ? outboundDueWithinMs : order.dueWithinMs;
  // A stride that is prime to their number, so that neighbours are due at different instants.
  const place = (writerOf(lane.conversationId) * 7_919) % lanes;
  const due = dueFrom + Math.floor((place * dueWithinMs) / lanes);
  return { kind: "retry", due, memo };
}

/** The memo that the engine writes after one attempt. */
function inboundMemo(startedAt: number): string {
  return JSON.stringify({ attempts: [[1, startedAt, 2, "later"]] });
}

function outboundMemo(startedAt: number): string {
  const attempts = [[1, startedAt, 2, "failure-shape", 500, "planted"]];
  return JSON.stringify({ attempt: 1, reason: "http-status", description: "planted", attempts });
}

function visitorWrites(writer: number): Append {
  const channel = Math.floor(writer / lanesPerChannel);
  return visitorAppend(channel, { writer, number: 0, sentAt: Date.now() });
}

function agentWrites(writer: number): Append {
  const text = `${writer}: a reply that is as long as one that an agent writes, with a question at its end?`;
  return {
    kind: "outbound",
    conversationId: conversationOf(writer),
    idempotencyKey: null,
    by: null,
    sender: `{"name":"Grace Hopper"}`,
    messages: [JSON.stringify({ type: "text", text, id: conversationOf(writer) })],
  };
}
