import {
  BackendStore,
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  OwnerStore,
  PauseStore,
  RetentionStore,
  SearchStore,
  StateStore,
} from "@parley/core";
import type { ServiceIdentifier } from "inversify";

/** What a store binds. `SearchStore` is optional. */
export const storeTokens: readonly ServiceIdentifier<object>[] = [
  MessageStore,
  ConversationStore,
  BackendStore,
  ChannelStore,
  DeadLetterStore,
  DeliveryStore,
  RetentionStore,
  SearchStore,
  ErasureStore,
  OwnerStore,
  PauseStore,
  StateStore,
];
