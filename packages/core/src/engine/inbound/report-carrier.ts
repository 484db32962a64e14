import type { FailureReason } from "../../model/delivery.ts";
import type { DeliveryReport, StoredReport } from "../../model/report.ts";
import type { AgentBackend } from "../../ports/agent-backend.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Verdict } from "../../ports/stores/message-store.ts";
import type { Random } from "../../ports/platform/random.ts";
import type { BackendCaller } from "./backend-caller.ts";
import { backendPause, isEventAtFault } from "./backend-health.ts";
import { callFactsOf } from "./call-facts.ts";
import type { DeliveryStore } from "../../ports/stores/delivery-store.ts";
import type { ReportPriority } from "./report-priority.ts";
import { readSentMessage } from "./read-sent-message.ts";
import type { Carrier } from "../dispatch/carrier.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";

interface ReportCarrierPorts {
  readonly backend: AgentBackend;
  readonly caller: BackendCaller;
  readonly deliveries: DeliveryStore;
  readonly reportPriority: ReportPriority;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Pause when the message cannot be read. */
const storePauseMs = 1_000;

/** Delivers reports to the agent app. Reports and visitors' messages do not wait for each other. */
export class ReportCarrier implements Carrier {
  readonly #ports: ReportCarrierPorts;

  constructor(ports: ReportCarrierPorts) {
    this.#ports = ports;
  }

  async carry(held: HeldLease): Promise<Verdict | null> {
    const { backend, caller, deliveries, reportPriority, clock, random } = this.#ports;
    const { lease } = held;
    const stored = JSON.parse(lease.head.message) as StoredReport;
    const message = await readSentMessage(deliveries, stored).catch(() => null);
    // The store fails, and not the agent app.
    if (message === null)
      return { kind: "retry", due: clock.now() + storePauseMs, memo: lease.memo };
    const report: DeliveryReport = { ...stored, ...message, ...callFactsOf(lease) };
    const calledAt = clock.now();
    const asked = caller.ask(held, (signal) => {
      reportPriority.begin(held);
      return backend.report(report, signal);
    });
    const end = await asked.finally(() => reportPriority.end(held));
    if (end.outcome === "taken") return { kind: "delivered", record: null };
    if (end.outcome === "later")
      return caller.postpone(held, end, calledAt) ?? this.#drop(stored, "backend-failing");
    if (end.outcome === "rejected") return this.#drop(stored, "backend-rejected");
    if (!held.held) return null;
    const now = clock.now();
    // The memo counts the failures: the store may have failed under other leases.
    const failures = Number(lease.memo ?? 0) + 1;
    const failed = { attempt: failures, startedAt: lease.startedAt };
    if (isEventAtFault(failed, caller.health, now)) return this.#drop(stored, "backend-failing");
    const due = now + backendPause(failures, random.fraction());
    return { kind: "retry", due, memo: String(failures) };
  }

  #drop({ deliveryId, ...stored }: StoredReport, reason: FailureReason): Verdict {
    const facts = { deliveryId, reason: stored.reason };
    this.#ports.logger.error("the agent app does not accept a delivery report", facts);
    return { kind: "failed", failure: { reason }, report: null, record: null };
  }
}
