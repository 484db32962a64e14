import {
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  RetentionStore,
  SearchStore,
  StateStore,
} from "@parley/core";
import { createMemoryStores, type MemoryData } from "@parley/core/memory";
import { ContainerModule } from "inversify";
import type { NodeLife } from "./node-life.ts";

/** The stores of one node over shared data. Once the node is dead, they change nothing and never answer. */
export function nodeStores(
  data: MemoryData,
  life: NodeLife,
  isAlive: (owner: string) => boolean,
): ContainerModule {
  const stores = createMemoryStores({ data, isAlive });
  return new ContainerModule(({ bind }) => {
    bind(MessageStore).toConstantValue(mortal(stores.messages, life));
    bind(ConversationStore).toConstantValue(mortal(stores.conversations, life));
    bind(ChannelStore).toConstantValue(mortal(stores.channels, life));
    bind(DeadLetterStore).toConstantValue(mortal(stores.deadLetters, life));
    bind(DeliveryStore).toConstantValue(mortal(stores.deliveries, life));
    bind(RetentionStore).toConstantValue(mortal(stores.retention, life));
    bind(SearchStore).toConstantValue(mortal(stores.search, life));
    bind(ErasureStore).toConstantValue(mortal(stores.erasures, life));
    bind(StateStore).toConstantValue(mortal(stores.state, life));
  });
}

/** Wraps a store, whose methods all return promises. */
function mortal<Store extends object>(store: Store, life: NodeLife): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...values: unknown[]) =>
        life.run(() => Reflect.apply(member, target, values) as Promise<unknown>);
    },
  });
}
