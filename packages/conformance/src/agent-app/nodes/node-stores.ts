import {
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  PauseStore,
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
    bind(MessageStore).toConstantValue(mortal(withSettlements(stores.messages, life), life));
    bind(ConversationStore).toConstantValue(mortal(stores.conversations, life));
    bind(ChannelStore).toConstantValue(mortal(stores.channels, life));
    bind(DeadLetterStore).toConstantValue(mortal(stores.deadLetters, life));
    bind(DeliveryStore).toConstantValue(mortal(stores.deliveries, life));
    bind(RetentionStore).toConstantValue(mortal(stores.retention, life));
    bind(SearchStore).toConstantValue(mortal(stores.search, life));
    bind(ErasureStore).toConstantValue(mortal(stores.erasures, life));
    bind(PauseStore).toConstantValue(mortal(stores.pauses, life));
    bind(StateStore).toConstantValue(mortal(stores.state, life));
  });
}

/** The node may stop as soon as the store has the receipt of a call. */
function withSettlements(store: MessageStore, life: NodeLife): MessageStore {
  return {
    commit: async (...call) => {
      const result = await store.commit(...call);
      const [{ settlements }] = call;
      if (settlements.some(({ lane }) => lane.kind !== "outbound"))
        life.reach("after the receipt was stored");
      return result;
    },
    claim: (...call) => store.claim(...call),
    release: (...call) => store.release(...call),
    nextDueAt: () => store.nextDueAt(),
  };
}

/** Wraps a store, whose methods all return promises. */
function mortal<Store extends object>(store: Store, life: NodeLife): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...values: unknown[]) =>
        life.outside(() => Reflect.apply(member, target, values) as Promise<unknown>);
    },
  });
}
