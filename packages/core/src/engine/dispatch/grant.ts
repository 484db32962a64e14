import type { LaneKind } from "../../model/lane.ts";
import type { Lease } from "../../ports/stores/message-store.ts";

/** What a commit or a claim granted. */
export interface Grant {
  readonly leases: readonly Lease[];
  /** The budget of these was used up, and more may be due. */
  readonly exhausted: readonly LaneKind[];
  /** This process stood still meanwhile, so that another node may have the lanes by now. */
  readonly isDoubtful: boolean;
}

/** Takes what was granted, at once, and returns what carries it. */
export type Grantee = (grant: Grant) => () => void;
