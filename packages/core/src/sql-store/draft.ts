import type { LaneKind } from "../model/lane.ts";

/** What makes a delivery besides its place. */
export interface Draft {
  readonly kind: LaneKind;
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
