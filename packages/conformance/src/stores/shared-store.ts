import { MessageStore } from "@parley/core";
import { Container, ContainerModule } from "inversify";
import type { StoreFactory } from "../gateway/gateway-rig.ts";
import { storeTokens } from "./store-tokens.ts";

/**
 * Lets several gateways of one process use a store that only one may open: the first of them opens it, and the last
 * closes it.
 */
export function sharedStore(open: StoreFactory): StoreFactory {
  let users = 0;
  let opened: Promise<{ readonly store: Container; readonly adapter: ContainerModule }> | null =
    null;
  const leave = async (): Promise<void> => {
    users -= 1;
    if (users > 0 || opened === null) return;
    const { store, adapter } = await opened;
    opened = null;
    await store.unloadAsync(adapter);
  };
  return () =>
    new ContainerModule(async ({ bind }) => {
      users += 1;
      const { store } = await (opened ??= openedStore(open()));
      for (const token of storeTokens.filter((one) => store.isBound(one))) {
        const bound = bind(token)
          .toResolvedValue(() => store.getAsync(token))
          .inSingletonScope();
        if (token === MessageStore) bound.onDeactivation(leave);
      }
    });
}

async function openedStore(adapter: ContainerModule) {
  const store = new Container({ defaultScope: "Singleton" });
  await store.loadAsync(adapter);
  return { store, adapter };
}
