import { isMessageKind } from "../../model/lane.ts";
import type { Lease } from "../../ports/stores/message-store.ts";

/** The part of an `AbortSignal` that an attempt needs. The attempt ends when it aborts. */
export interface Abortable {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * A lease that this node holds, until it is dropped: it then aborts. It is no `AbortSignal`, because a listener on a
 * real one costs more than all the rest of a lease.
 */
export class HeldLease implements Abortable {
  readonly lease: Lease;
  #isDropped = false;
  readonly #listeners = new Set<() => void>();

  constructor(lease: Lease) {
    this.lease = lease;
  }

  get held(): boolean {
    return !this.#isDropped;
  }

  get aborted(): boolean {
    return this.#isDropped;
  }

  /**
   * Sequence of the message that an event about the lease names; of a report or notice, the message that it is about;
   * `null`: it is about a change of owner.
   */
  get subjectSequence(): number | null {
    const { lane, head, isOwnerChange } = this.lease;
    if (isOwnerChange) return null;
    if (isMessageKind(lane.kind)) return head.messageSequence;
    return (JSON.parse(head.message) as { readonly sequence?: number }).sequence ?? null;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** Calls every listener once. */
  drop(): void {
    this.#isDropped = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }
}
