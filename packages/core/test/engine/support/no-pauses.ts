import type { BackendPauses } from "../../../src/engine/pauses/backend-pauses.ts";

/** For callers of an agent app that asks for no pause. */
export const noPauses: Pick<BackendPauses, "asked" | "taken" | "lastTakenAt" | "isReadySince"> = {
  asked: () => {},
  taken: () => {},
  lastTakenAt: null,
  isReadySince: () => false,
};
