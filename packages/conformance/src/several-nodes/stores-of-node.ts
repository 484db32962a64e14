import {
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  MessageStore,
  RetentionStore,
} from "@parley/core";
import { Container, ContainerModule, type ServiceIdentifier } from "inversify";
import type { ManualTime } from "../manual-time.ts";

/** The stores of one node: time waits for their calls, and after `kill` none is answered. */
export interface StoresOfNode {
  readonly module: ContainerModule;
  kill(): Promise<void>;
}

const tokens = [
  MessageStore,
  ConversationStore,
  ChannelStore,
  DeadLetterStore,
  DeliveryStore,
  RetentionStore,
] as const;

/** Opens an adapter's stores for one node of a test. */
export async function storesOfNode(
  adapter: ContainerModule,
  time: ManualTime,
): Promise<StoresOfNode> {
  const container = new Container({ defaultScope: "Singleton" });
  await container.loadAsync(adapter);
  let alive = true;
  const services: [ServiceIdentifier<object>, object][] = [];
  for (const token of tokens) {
    const service = await container.getAsync<object>(token);
    services.push([token, watched(service, time, () => alive)]);
  }
  return {
    module: new ContainerModule(({ bind }) => {
      for (const [token, service] of services) bind(token).toConstantValue(service);
    }),
    kill: async () => {
      if (!alive) return;
      alive = false;
      await container.unloadAsync(adapter);
    },
  };
}

/** Wraps a service whose methods all give promises. */
function watched(service: object, time: ManualTime, isAlive: () => boolean): object {
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
