import { ChannelStore, MessageStore, SearchStore } from "@parley/core";
import { Container, ContainerModule, type ServiceIdentifier } from "inversify";
import type { ManualTime } from "../time/manual-time.ts";
import { storeTokens } from "./store-tokens.ts";

/** The stores of one node. Manual time waits for their calls; after `kill` no call resolves. */
export interface OpenedNodeStores {
  readonly module: ContainerModule;
  /** Whether another process or thread does the work of the message store. */
  readonly isRemote: boolean;
  kill(): Promise<void>;
}

/** Wraps two of the stores, for a test. */
export interface StoreWrappers {
  readonly messages: (store: MessageStore) => MessageStore;
  readonly channels: (store: ChannelStore) => ChannelStore;
  /** Whether the gateway can search. Default: no. */
  readonly searches?: boolean;
}

const wrapped = new Set<ServiceIdentifier<object>>([MessageStore, ChannelStore]);
const others = storeTokens.filter((token) => !wrapped.has(token));
const nothing: StoreWrappers = { messages: (store) => store, channels: (store) => store };

/** Opens an adapter's stores for one node of a test. */
export async function openNodeStores(
  adapter: ContainerModule,
  time: ManualTime,
  inFront = nothing,
): Promise<OpenedNodeStores> {
  const container = new Container({ defaultScope: "Singleton" });
  await container.loadAsync(adapter);
  let alive = true;
  const opened = async <Service extends object>(token: ServiceIdentifier<Service>) =>
    watched(await container.getAsync(token), time, () => alive);
  const messages = await opened(MessageStore);
  const services: [ServiceIdentifier<object>, object][] = [
    [MessageStore, inFront.messages(messages)],
    [ChannelStore, inFront.channels(await opened(ChannelStore))],
  ];
  for (const token of others)
    if (token !== SearchStore || inFront.searches === true)
      services.push([token, await opened(token)]);
  return {
    module: new ContainerModule(({ bind }) => {
      for (const [token, service] of services) bind(token).toConstantValue(service);
    }),
    isRemote: messages.isRemote === true,
    kill: async () => {
      if (!alive) return;
      alive = false;
      await container.unloadAsync(adapter);
    },
  };
}

/** Wraps a service whose methods all return promises. */
function watched<Service extends object>(
  service: Service,
  time: ManualTime,
  isAlive: () => boolean,
): Service {
  return new Proxy(service, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...values: unknown[]) =>
        isAlive()
          ? time.during(Reflect.apply(member, target, values) as Promise<unknown>)
          : new Promise(() => {});
    },
  });
}
