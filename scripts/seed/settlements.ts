import type { StoredReport, Lease, Settlement, Verdict } from "@parley/core";

/** One agent's message in so many fails. */
const failsEvery = 200;
const description = "Planted: the visitor had left.";

/** What the engine would settle: every message at its first attempt, and few agents' messages as failed. */
export function settlementsOf(leases: readonly Lease[]): Settlement[] {
  return leases.map((lease) => ({
    lane: lease.lane,
    token: lease.token,
    verdict: verdictOn(lease),
  }));
}

/** Each of them leads to one report, which is leased next. */
export function countFailed(settlements: readonly Settlement[]): number {
  return settlements.filter(({ verdict }) => verdict.kind === "failed").length;
}

/** By the message and not by chance: stores grant leases in different orders. */
function isFailing({ conversation, head }: Lease): boolean {
  return (Number(conversation.id.slice(-8)) * 7_919 + head.sequence) % failsEvery === 0;
}

function verdictOn(lease: Lease): Verdict {
  const { kind } = lease.lane;
  if (kind !== "outbound") return { kind: "delivered", record: recordOf(lease, ["taken"]) };
  if (!isFailing(lease)) return { kind: "delivered", record: recordOf(lease, ["positive", 200]) };
  return {
    kind: "failed",
    failure: { reason: "rejected", description },
    report: JSON.stringify(reportOf(lease)),
    record: recordOf(lease, ["failure-shape", 200, description]),
  };
}

/** The engine's record of one attempt. */
function recordOf({ head }: Lease, end: readonly (string | number)[]): string {
  return JSON.stringify([[1, head.acceptedAt, 2, ...end]]);
}

function reportOf({ head, conversation }: Lease): StoredReport {
  return {
    deliveryId: `${conversation.id}.${head.sequence}`,
    conversationId: conversation.id,
    channelId: conversation.channelId,
    direction: "outbound",
    sequence: head.messageSequence,
    reason: "rejected",
    description,
    failedAt: head.acceptedAt,
  };
}
