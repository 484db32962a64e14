import type { ServiceIdentifier } from "inversify";
import type { Failure } from "../../model/delivery.ts";
import type { Page, PageRequest } from "./conversation-store.ts";

/** An inbound message that failed because its backend cannot take it. */
export interface DeadLetter {
  readonly conversationId: string;
  readonly channelId: string;
  readonly sequence: number;
  readonly failure: Failure;
  /** Epoch milliseconds. */
  readonly acceptedAt: number;
}

/** Called by `DeadLetters`; implemented by each store. */
export interface DeadLetterStore {
  /** Newest first. A message that was redelivered since is not in the list. */
  deadLetters(page: PageRequest): Promise<Page<DeadLetter>>;
}
export const DeadLetterStore = Symbol.for(
  "@parley/core/DeadLetterStore",
) as ServiceIdentifier<DeadLetterStore>;
