import { tickMs } from "../../model/schedule.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type { TypingType } from "../../ports/typing-listener.ts";

const staleMs = 9_000;
/** Maximum number of tries at a time on this node; past it typing is dropped. */
const inFlightLimit = 256;

interface Slot<Notice> {
  readonly notice: Notice;
  readonly controller: AbortController;
  running: boolean;
  cancelTimer: () => void;
}

interface TypingSlotsPorts<Notice> {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Instants of the tries, in milliseconds after the first; the first is 0. */
  readonly ticks: readonly number[];
  readonly isBusy: (conversationId: string) => boolean;
  /**
   * Makes one try; `true` when it arrived. Must end by `deadline` (epoch milliseconds), or soon after `signal`
   * aborts.
   */
  readonly carry: (
    conversationId: string,
    notice: Notice,
    signal: AbortSignal,
    deadline: number,
  ) => Promise<boolean>;
}

/** One typing notification; `type` says whether typing begins or ends. */
export interface TypingNotice {
  readonly type: TypingType;
}

/**
 * One slot in memory per conversation. Only the latest typing counts. It waits at most 9 s for an idle lane and is
 * dropped when anything newer waits (rulings 10 and 19). The store is not used.
 */
export class TypingSlots<Notice extends TypingNotice> {
  readonly #ports: TypingSlotsPorts<Notice>;
  readonly #slots = new Map<string, Slot<Notice>>();
  /** Tries in progress, including those of removed slots: a conversation has at most one at a time. */
  readonly #tries = new Map<string, Promise<unknown>>();
  #isFinishing = false;

  constructor(ports: TypingSlotsPorts<Notice>) {
    this.#ports = ports;
  }

  put(conversationId: string, notice: Notice): void {
    if (!this.#isFinishing) this.#put(conversationId, notice);
  }

  /**
   * Ends typing when the gateway stops. Accepts nothing more and drops every `typein`.
   * Each given conversation gets one try of `noticeOf()`, and each `typeout` in progress finishes its try; none
   * waits for a lane. Resolves when all tries have ended.
   */
  async finish(conversationIds: readonly string[], noticeOf: () => Notice): Promise<void> {
    this.#isFinishing = true;
    for (const [conversationId, slot] of this.#slots)
      if (slot.notice.type === "typein" || !slot.running) this.#end(conversationId, slot);
    const underWay = [...this.#slots.values()].map(ended);
    const waiting = conversationIds.values();
    const carryNext = async () => {
      for (const id of waiting) await ended(this.#put(id, noticeOf()));
    };
    const room = Math.max(1, inFlightLimit - underWay.length);
    await Promise.all([...underWay, ...Array.from({ length: room }, carryNext)]);
  }

  #put(conversationId: string, notice: Notice): Slot<Notice> {
    this.drop(conversationId);
    const { timers, isBusy } = this.#ports;
    const slot: Slot<Notice> = {
      notice,
      controller: new AbortController(),
      running: false,
      cancelTimer: () => {},
    };
    this.#slots.set(conversationId, slot);
    if (this.#isFinishing) void this.#run(conversationId, slot);
    else if (isBusy(conversationId))
      slot.cancelTimer = timers.after(staleMs, () => this.#end(conversationId, slot));
    else void this.#run(conversationId, slot);
    return slot;
  }

  /** The conversation's lane is idle: typing that waited for it is sent now. */
  idle(conversationId: string): void {
    const slot = this.#slots.get(conversationId);
    if (slot === undefined || slot.running) return;
    slot.cancelTimer();
    void this.#run(conversationId, slot);
  }

  has(conversationId: string): boolean {
    return this.#slots.has(conversationId);
  }

  /** Empties the slot and aborts its try, because something newer waits or the gateway stops. */
  drop(conversationId: string): void {
    const slot = this.#slots.get(conversationId);
    if (slot) this.#end(conversationId, slot);
  }

  /**
   * A message is sent that this node did not know to be waiting. A typing try in progress is aborted; typing that
   * waits for the lane stays.
   */
  interrupt(conversationId: string): void {
    const slot = this.#slots.get(conversationId);
    if (slot?.running) this.#end(conversationId, slot);
  }

  dropAll(): void {
    for (const conversationId of this.#slots.keys()) this.drop(conversationId);
  }

  async #run(conversationId: string, slot: Slot<Notice>): Promise<void> {
    slot.running = true;
    await this.#tries.get(conversationId);
    const startedAt = this.#ports.clock.now();
    for (const [index, tick] of this.#ports.ticks.entries()) {
      await this.#waitUntil(startedAt + tick, slot);
      if (slot.controller.signal.aborted) return;
      if (this.#ports.isBusy(conversationId) || this.#tries.size >= inFlightLimit) break;
      const deadline = startedAt + (this.#ports.ticks[index + 1] ?? tick + tickMs);
      if ((await this.#try(conversationId, slot, deadline)) || this.#isFinishing) break;
    }
    this.#end(conversationId, slot);
  }

  async #waitUntil(instant: number, slot: Slot<Notice>): Promise<void> {
    const { clock, timers } = this.#ports;
    const delayMs = instant - clock.now();
    if (delayMs <= 0) return;
    await new Promise<void>((resolve) => {
      slot.controller.signal.addEventListener("abort", () => resolve(), { once: true });
      slot.cancelTimer = timers.after(delayMs, resolve);
    });
  }

  async #try(conversationId: string, slot: Slot<Notice>, deadline: number): Promise<boolean> {
    const { notice, controller } = slot;
    const attempt = this.#ports
      .carry(conversationId, notice, controller.signal, deadline)
      .catch(() => false)
      .finally(() => this.#tries.delete(conversationId));
    this.#tries.set(conversationId, attempt);
    return attempt;
  }

  #end(conversationId: string, slot: Slot<Notice>): void {
    slot.cancelTimer();
    slot.controller.abort();
    if (this.#slots.get(conversationId) === slot) this.#slots.delete(conversationId);
  }
}

/** Resolves when the slot was tried or dropped. */
function ended({ controller }: Pick<Slot<unknown>, "controller">): Promise<void> {
  const { signal } = controller;
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
