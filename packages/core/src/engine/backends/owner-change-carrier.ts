import type { StoredOwnerChange } from "../../model/owner.ts";
import type { OwnerListener, OwnerNotice } from "../../ports/owner-listener.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Random } from "../../ports/platform/random.ts";
import type { Verdict } from "../../ports/stores/message-store.ts";
import type { Carrier } from "../dispatch/carrier.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";
import type { BackendCaller } from "../inbound/backend-caller.ts";
import { backendPause } from "../inbound/backend-health.ts";
import { callFactsOf } from "../inbound/call-facts.ts";

interface OwnerChangeCarrierPorts {
  /** `null`: nobody listens any more. Changes that are stored are dropped. */
  readonly listener: OwnerListener | null;
  readonly caller: BackendCaller;
  readonly clock: Clock;
  readonly random: Random;
}

/** Tells a backend that a conversation is its own from now on, or no longer, until it takes that. */
export class OwnerChangeCarrier implements Carrier {
  readonly #ports: OwnerChangeCarrierPorts;

  constructor(ports: OwnerChangeCarrierPorts) {
    this.#ports = ports;
  }

  async carry(held: HeldLease): Promise<Verdict | null> {
    const { listener, caller, clock } = this.#ports;
    const { lease } = held;
    if (listener === null) return { kind: "delivered", record: null };
    const change = JSON.parse(lease.head.message) as StoredOwnerChange;
    const isNewOwner = lease.isOwnerChange;
    const notice: OwnerNotice = { ...change, isNewOwner, ...callFactsOf(lease) };
    const calledAt = clock.now();
    const end = await caller.ask(held, (signal) => listener.owner(notice, signal));
    if (end.outcome === "taken") return { kind: "delivered", record: null };
    if (end.outcome === "later") return caller.postpone(held, end, calledAt) ?? this.#again(held);
    return held.held ? this.#again(held) : null;
  }

  #again({ lease }: HeldLease): Verdict {
    const { clock, random } = this.#ports;
    const due = clock.now() + backendPause(lease.attempt, random.fraction());
    return { kind: "retry", due, memo: null };
  }
}
