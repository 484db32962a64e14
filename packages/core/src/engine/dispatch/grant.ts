import type { LaneKind } from "../../model/lane.ts";
import type { Lease } from "../../ports/stores/message-store.ts";

/** The leases that a commit or a claim granted to this node. */
export interface Grant {
  readonly leases: readonly Lease[];
  /** Lane kinds whose lease budget was used up. More lanes of these kinds may be due. */
  readonly exhausted: readonly LaneKind[];
  /** The process stalled during the call. Another node may hold the lanes by now. */
  readonly isDoubtful: boolean;
}

/** Called when leases are granted. Returns a function that starts their attempts. */
export type GrantListener = (grant: Grant) => () => void;
