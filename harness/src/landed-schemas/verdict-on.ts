import type { Lease, Settlement, Verdict } from "@parley/core";

/** @throws Error when there is no lease */
export function verdictOn(lease: Lease | undefined, verdict: Verdict): Settlement {
  if (lease === undefined) throw new Error("the history expected a lease");
  return { lane: lease.lane, token: lease.token, verdict };
}
