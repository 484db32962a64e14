import type { LaneKind } from "../model/lane.ts";

/** What makes a delivery besides its place. */
export interface Draft {
  readonly kind: LaneKind;
  /**
   * Number of the backend that sends it; of a report or notice, of the one that is told; `null`: a visitor's.
   */
  readonly backend: number | null;
  readonly message: string;
  readonly sender: string | null;
  readonly recipientId: string | null;
  /** When the message was accepted: sending again does not change it. */
  readonly acceptedAt: number;
  /** `null` for a message's first delivery. */
  readonly messageSequence: number | null;
  /** What tells a client's own retry of it, as the store keeps it; `null` when nothing does. */
  readonly identity: Uint8Array | null;
}
