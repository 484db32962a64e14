import { MessageStore } from "@parley/core";
import { Container, ContainerModule, type ServiceIdentifier } from "inversify";
import { storeTokens } from "../../stores/store-tokens.ts";
import type { ManualTime } from "../../time/manual-time.ts";
import type { NodeLife } from "./node-life.ts";

/** The stores of one node. Once the node is dead, they change nothing and never answer. */
export interface NodeStores {
  readonly module: ContainerModule;
  /** Closes them, as the end of a process does. Manual time waits for it. */
  close(): Promise<void>;
}

/** Opens a store for one node. Manual time waits for its calls. */
export async function openNodeStores(
  adapter: ContainerModule,
  time: ManualTime,
  life: NodeLife,
): Promise<NodeStores> {
  const container = new Container({ defaultScope: "Singleton" });
  await container.loadAsync(adapter);
  const services: [ServiceIdentifier<object>, object][] = [];
  for (const token of storeTokens.filter((one) => container.isBound(one))) {
    const store = waitedFor(await container.getAsync(token), time);
    services.push([
      token,
      mortal(token === MessageStore ? withSettlements(store as MessageStore, life) : store, life),
    ]);
  }
  let closed: Promise<void> | null = null;
  return {
    module: new ContainerModule(({ bind }) => {
      for (const [token, service] of services) bind(token).toConstantValue(service);
    }),
    close: () => (closed ??= time.during(container.unloadAsync(adapter))),
  };
}

/** The node may stop as soon as the store has the receipt of a call. */
function withSettlements(store: MessageStore, life: NodeLife): MessageStore {
  return {
    isRemote: store.isRemote === true,
    commit: async (...call) => {
      const result = await store.commit(...call);
      const [{ settlements }] = call;
      if (settlements.some(({ lane }) => lane.kind !== "outbound"))
        life.reach("after the receipt was stored");
      return result;
    },
    claim: (...call) => store.claim(...call),
    release: (...call) => store.release(...call),
    nextDueAt: (backend) => store.nextDueAt(backend),
  };
}

type Call = () => Promise<unknown>;

const waitedFor = <Store extends object>(store: Store, time: ManualTime): Store =>
  wrapped(store, (call) => time.during(call()));

const mortal = <Store extends object>(store: Store, life: NodeLife): Store =>
  wrapped(store, (call) => life.outside(call));

/** Wraps a store, whose methods all return promises. */
function wrapped<Store extends object>(
  store: Store,
  around: (call: Call) => Promise<unknown>,
): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...values: unknown[]) =>
        around(() => Reflect.apply(member, target, values) as Promise<unknown>);
    },
  });
}
