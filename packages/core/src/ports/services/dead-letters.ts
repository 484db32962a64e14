import type { ServiceIdentifier } from "inversify";
import type { DeadLetter } from "../stores/dead-letter-store.ts";
import type { Page, PageRequest } from "../stores/conversation-store.ts";

/** Called by admin surfaces; implemented by core. */
export interface DeadLetters {
  /** Newest first. */
  list(page: PageRequest): Promise<Page<DeadLetter>>;
  /** Sends the event to the backend once more, at the end of its lane. `false` when it is not a dead letter. */
  redeliver(conversationId: string, sequence: number): Promise<boolean>;
}
export const DeadLetters = Symbol.for("@parley/core/DeadLetters") as ServiceIdentifier<DeadLetters>;
