import type { DeliveredNotice, StoredNotice } from "../../model/delivered-notice.ts";
import type { StoredOwnerChange } from "../../model/owner.ts";
import type { FailureReason } from "../../model/delivery.ts";
import type { DeliveredListener } from "../../ports/delivered-listener.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Random } from "../../ports/platform/random.ts";
import type { DeliveryStore } from "../../ports/stores/delivery-store.ts";
import type { Verdict } from "../../ports/stores/message-store.ts";
import type { Carrier } from "../dispatch/carrier.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";
import type { BackendCaller } from "./backend-caller.ts";
import { backendPause } from "./backend-health.ts";
import { callFactsOf } from "./call-facts.ts";
import { readSentMessage } from "./read-sent-message.ts";
import type { ReportPriority } from "./report-priority.ts";

/** A notice that failed this often is dropped. */
const failureLimit = 3;
/** A notice that has waited this long is dropped, so that a lane of notices has a bound. */
const lifeMs = 24 * 60 * 60_000;
/** Pause when the message cannot be read, or while a report is under way that goes first. */
const waitMs = 1_000;

interface NoticeCarrierPorts {
  /** `null`: nobody listens any more. Notices that are stored are dropped. */
  readonly listener: DeliveredListener | null;
  readonly caller: BackendCaller;
  /** Tells the changes of owner that are notices. */
  readonly change: Carrier;
  readonly deliveries: DeliveryStore;
  readonly reportPriority: ReportPriority;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Tells the agent app which of its messages were delivered. No message and no report waits for it; while a report is
 * under way, notices of its conversation wait.
 */
export class NoticeCarrier implements Carrier {
  readonly #ports: NoticeCarrierPorts;

  constructor(ports: NoticeCarrierPorts) {
    this.#ports = ports;
  }

  async carry(held: HeldLease): Promise<Verdict | null> {
    const { listener, deliveries, reportPriority, clock } = this.#ports;
    const { lease } = held;
    const told = JSON.parse(lease.head.message) as StoredNotice | StoredOwnerChange;
    if (!("deliveryId" in told)) return this.#ports.change.carry(held);
    if (listener === null) return dropped("backend-rejected");
    if (clock.now() - lease.head.acceptedAt >= lifeMs) return dropped("backend-failing");
    const message = await readSentMessage(deliveries, told).catch(() => null);
    if (message === null || reportPriority.isUnderWay(told.conversationId))
      return { kind: "retry", due: clock.now() + waitMs, memo: lease.memo };
    const notice: DeliveredNotice = { ...told, ...message, ...callFactsOf(lease) };
    return this.#tell(held, listener, notice);
  }

  async #tell(
    held: HeldLease,
    listener: DeliveredListener,
    notice: DeliveredNotice,
  ): Promise<Verdict | null> {
    const { caller, reportPriority, clock } = this.#ports;
    const calledAt = clock.now();
    const end = await reportPriority.notify(held, () =>
      caller.ask(held, (signal) => listener.delivered(notice, signal)),
    );
    if (end.outcome === "taken") return { kind: "delivered", record: null };
    // A notice that only waited for the end of an earlier call is not overtaken.
    const isCalled = end.outcome !== "failed" || end.isCalled;
    if (end.outcome === "rejected" || (isCalled && reportPriority.isOvertaken(held)))
      return dropped("backend-rejected");
    if (end.outcome === "later")
      return caller.postpone(held, end, calledAt) ?? dropped("backend-failing");
    return held.held ? this.#failed(held, end.isCalled) : null;
  }

  /**
   * The memo counts the failures. An attempt that a crash has ended is none, and neither is one that waited in vain for
   * the end of an earlier call.
   */
  #failed({ lease }: HeldLease, isCalled: boolean): Verdict {
    const { clock, random } = this.#ports;
    const failures = Number(lease.memo ?? 0) + (isCalled ? 1 : 0);
    if (failures >= failureLimit) return dropped("backend-failing");
    const due = clock.now() + backendPause(Math.max(1, failures), random.fraction());
    return { kind: "retry", due, memo: String(failures) };
  }
}

function dropped(reason: FailureReason): Verdict {
  return { kind: "failed", failure: { reason }, report: null, record: null };
}
