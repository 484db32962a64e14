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
import { readSentMessage } from "./read-sent-message.ts";
import type { Carrier } from "../dispatch/carrier.ts";
import type { HeldLease } from "../dispatch/lease-book.ts";

interface ReportCarrierPorts {
  readonly backend: AgentBackend;
  readonly caller: BackendCaller;
  readonly deliveries: DeliveryStore;
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
    const { backend, caller, deliveries, clock, random, logger } = this.#ports;
    const { lease } = held;
    const stored = JSON.parse(lease.head.message) as StoredReport;
    const message = await readSentMessage(deliveries, stored).catch(() => null);
    // The store fails, and not the agent app.
    if (message === null)
      return { kind: "retry", due: clock.now() + storePauseMs, memo: lease.memo };
    const report: DeliveryReport = { ...stored, ...message, ...callFactsOf(lease) };
    const end = await caller.ask(held, (signal) => backend.report(report, signal));
    if (end.outcome === "taken") return { kind: "delivered", record: null };
    const rejected = end.outcome === "rejected";
    if (!rejected && !held.held) return null;
    const now = clock.now();
    if (rejected || isEventAtFault(lease, caller.health, now)) {
      const { deliveryId, reason } = stored;
      logger.error("the agent app does not accept a delivery report", { deliveryId, reason });
      return {
        kind: "failed",
        failure: { reason: rejected ? "backend-rejected" : "backend-failing" },
        report: null,
        record: null,
      };
    }
    return { kind: "retry", due: now + backendPause(lease.attempt, random.fraction()), memo: null };
  }
}
