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
  StateStore,
} from "@parley/core";
import { createMemoryStores } from "@parley/core/memory";
import { ContainerModule } from "inversify";

/** Stores in memory, whose message store is the one that `wrap` makes of theirs. */
export function storesWith(wrap: (messages: MessageStore) => MessageStore): ContainerModule {
  const stores = createMemoryStores();
  const messages = wrap(stores.messages);
  return new ContainerModule(({ bind }) => {
    bind(MessageStore).toConstantValue(messages);
    bind(ConversationStore).toConstantValue(stores.conversations);
    bind(ChannelStore).toConstantValue(stores.channels);
    bind(DeadLetterStore).toConstantValue(stores.deadLetters);
    bind(DeliveryStore).toConstantValue(stores.deliveries);
    bind(RetentionStore).toConstantValue(stores.retention);
    bind(ErasureStore).toConstantValue(stores.erasures);
    bind(StateStore).toConstantValue(stores.state);
    bind(PauseStore).toConstantValue(stores.pauses);
    bind(OwnerStore).toConstantValue(stores.owners);
    bind(BackendStore).toConstantValue(stores.backends);
  });
}
