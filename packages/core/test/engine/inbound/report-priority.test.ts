import { expect, it } from "vitest";
import { HeldLease } from "../../../src/engine/dispatch/held-lease.ts";
import { ReportPriority } from "../../../src/engine/inbound/report-priority.ts";
import { SignalHub } from "../../../src/memory/signals.ts";
import type { Lease } from "../../../src/ports/stores/message-store.ts";

function reportOf(conversationId: string): HeldLease {
  return new HeldLease({ lane: { kind: "reports", conversationId } } as Lease);
}

it("a report is under way until its last call has ended", () => {
  const reportPriority = new ReportPriority(new SignalHub().join(), "default");
  const [one, again] = [reportOf("c"), reportOf("c")];
  reportPriority.begin(one);
  reportPriority.begin(again);
  reportPriority.end(one);
  expect(reportPriority.isUnderWay("c")).toBe(true);
  reportPriority.end(again);
  expect(reportPriority.isUnderWay("c")).toBe(false);
});
