import type { OpenedStores } from "@parley/conformance";
import {
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  RetentionStore,
  SearchStore,
} from "@parley/core";
import { Container, type ContainerModule } from "inversify";

/** Opens the stores of a module for a while. */
export async function withStores<Result>(
  module: ContainerModule,
  work: (stores: Omit<OpenedStores, "reopen" | "close">) => Promise<Result>,
): Promise<Result> {
  const container = new Container({ defaultScope: "Singleton" });
  await container.loadAsync(module);
  try {
    return await work({
      messages: await container.getAsync(MessageStore),
      conversations: await container.getAsync(ConversationStore),
      channels: await container.getAsync(ChannelStore),
      deadLetters: await container.getAsync(DeadLetterStore),
      deliveries: await container.getAsync(DeliveryStore),
      retention: await container.getAsync(RetentionStore),
      search: await container.getAsync(SearchStore),
      erasures: await container.getAsync(ErasureStore),
    });
  } finally {
    await container.unloadAsync(module);
  }
}
