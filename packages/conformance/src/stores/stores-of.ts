import {
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  BackendStore,
  OwnerStore,
  PauseStore,
  RetentionStore,
  SearchStore,
  StateStore,
} from "@parley/core";
import type { Container } from "inversify";
import type { OpenedStores } from "./store-bench.ts";

/** The store ports that a store's module has bound. */
export async function storesOf(
  container: Container,
): Promise<Omit<OpenedStores, "reopen" | "close">> {
  return {
    messages: await container.getAsync(MessageStore),
    conversations: await container.getAsync(ConversationStore),
    channels: await container.getAsync(ChannelStore),
    deadLetters: await container.getAsync(DeadLetterStore),
    deliveries: await container.getAsync(DeliveryStore),
    retention: await container.getAsync(RetentionStore),
    search: await container.getAsync(SearchStore),
    erasures: await container.getAsync(ErasureStore),
    state: await container.getAsync(StateStore),
    pauses: await container.getAsync(PauseStore),
    owners: await container.getAsync(OwnerStore),
    backends: await container.getAsync(BackendStore),
  };
}
