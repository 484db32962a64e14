import type { ServiceIdentifier } from "inversify";
import type { DeliveredNotice } from "../model/delivered-notice.ts";
import type { Receipt } from "./agent-backend.ts";

/**
 * Called by the dispatcher; implemented by agent apps that show which messages were delivered. Optional: without one,
 * no notice is stored.
 */
export interface DeliveredListener {
  /**
   * One notice of a part of an agent's message that was delivered, also when another app has sent it:
   * `notice.instance` tells whose it is. Notices of a conversation come in order and one at a time, apart from its
   * messages and reports, and the same one may come again.
   * A notice is dropped after three failures, after a day, when it is rejected, and when a report of its conversation
   * comes while the call runs: `signal` then aborts, and the report does not wait.
   */
  delivered(notice: DeliveredNotice, signal: AbortSignal): Promise<Receipt>;
}
export const DeliveredListener = Symbol.for(
  "@parley/core/DeliveredListener",
) as ServiceIdentifier<DeliveredListener>;
