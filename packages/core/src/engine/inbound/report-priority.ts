import { defaultBackend } from "../../model/backend-pause.ts";
import type { Signals } from "../../ports/stores/signals.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";

/**
 * Lets a report of one backend go before its notices of delivered messages of the same conversation: it aborts the notice that is under
 * way, and the next one waits for its end. Other nodes are told by a signal, which may be lost.
 */
export class ReportPriority {
  readonly #signals: Signals | null;
  readonly #topic: string;
  /** The calls under way, by conversation. After a standstill this node may call again before it ends an earlier call. */
  readonly #reports = new Map<string, HeldLease>();
  readonly #notices = new Map<string, HeldLease>();
  readonly #overtaken = new WeakSet<HeldLease>();
  #unlisten: () => void = () => {};

  /** @param signals `null` when the backend does not listen for delivered messages */
  constructor(signals: Signals | null, backend: string) {
    this.#signals = signals;
    this.#topic = topicOf(backend);
  }

  start(): void {
    this.#unlisten =
      this.#signals?.listen(this.#topic, (conversationId) => this.#overtake(conversationId)) ??
      (() => {});
  }

  stop(): void {
    this.#unlisten();
  }

  /** The agent app is about to be called with a report. */
  begin(held: HeldLease): void {
    if (this.#signals === null) return;
    const { conversationId } = held.lease.lane;
    this.#overtake(conversationId);
    this.#signals.publish(this.#topic, conversationId);
    this.#reports.set(conversationId, held);
  }

  /** The call has ended, or there was none. */
  end(held: HeldLease): void {
    const { conversationId } = held.lease.lane;
    if (this.#reports.get(conversationId) === held) this.#reports.delete(conversationId);
  }

  /** Whether this node is calling the agent app with a report of the conversation. */
  isUnderWay(conversationId: string): boolean {
    return this.#reports.has(conversationId);
  }

  /** Calls the agent app with a notice. */
  async notify<End>(held: HeldLease, notice: () => Promise<End>): Promise<End> {
    const { conversationId } = held.lease.lane;
    this.#notices.set(conversationId, held);
    try {
      return await notice();
    } finally {
      if (this.#notices.get(conversationId) === held) this.#notices.delete(conversationId);
    }
  }

  /** Whether a report has aborted the notice. */
  isOvertaken(held: HeldLease): boolean {
    return this.#overtaken.has(held);
  }

  #overtake(conversationId: string): void {
    const held = this.#notices.get(conversationId);
    if (held === undefined) return;
    this.#overtaken.add(held);
    held.drop();
  }
}

/** That of `default` is the one of nodes from before there were several backends. */
function topicOf(backend: string): string {
  return backend === defaultBackend ? "report-begins" : `report-begins ${backend}`;
}
