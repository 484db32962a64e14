import type { Verdict } from "../../ports/stores/message-store.ts";
import type { Carrier } from "../dispatch/carrier.ts";
import type { HeldLease } from "../dispatch/held-lease.ts";

/** Gives each lease to the carrier of its backend. Only lanes of connected backends are leased. */
export class CarrierByBackend implements Carrier {
  readonly #carriers: ReadonlyMap<string, Carrier>;

  /** `carriers`: by name of the backend */
  constructor(carriers: ReadonlyMap<string, Carrier>) {
    this.#carriers = carriers;
  }

  carry(held: HeldLease): Promise<Verdict | null> {
    return this.#carriers.get(held.lease.backend)?.carry(held) ?? Promise.resolve(null);
  }
}
