import { ContainerModule } from "inversify";
import { BackendStore } from "../ports/stores/backend-store.ts";
import { ChannelStore } from "../ports/stores/channel-store.ts";
import { ConversationStore } from "../ports/stores/conversation-store.ts";
import { DeadLetterStore } from "../ports/stores/dead-letter-store.ts";
import { DeliveryStore } from "../ports/stores/delivery-store.ts";
import { ErasureStore } from "../ports/stores/erasure-store.ts";
import { MessageStore } from "../ports/stores/message-store.ts";
import { OwnerStore } from "../ports/stores/owner-store.ts";
import { PauseStore } from "../ports/stores/pause-store.ts";
import { RetentionStore } from "../ports/stores/retention-store.ts";
import { StateStore } from "../ports/stores/state-store.ts";
import { SearchStore } from "../ports/stores/search-store.ts";
import { createMemoryStores, type MemoryStoresOptions } from "./stores.ts";

/** Binds the store ports to memory. All data is lost with the process unless the caller keeps `data`. */
export const memoryStores = (options: MemoryStoresOptions = {}): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const stores = createMemoryStores(options);
    bind(MessageStore).toConstantValue(stores.messages);
    bind(ConversationStore).toConstantValue(stores.conversations);
    bind(ChannelStore).toConstantValue(stores.channels);
    bind(DeadLetterStore).toConstantValue(stores.deadLetters);
    bind(DeliveryStore).toConstantValue(stores.deliveries);
    bind(RetentionStore).toConstantValue(stores.retention);
    bind(SearchStore).toConstantValue(stores.search);
    bind(ErasureStore).toConstantValue(stores.erasures);
    bind(StateStore).toConstantValue(stores.state);
    bind(PauseStore).toConstantValue(stores.pauses);
    bind(OwnerStore).toConstantValue(stores.owners);
    bind(BackendStore).toConstantValue(stores.backends);
  });
