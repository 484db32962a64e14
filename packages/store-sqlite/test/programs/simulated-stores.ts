import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FreshSimulatedStores, NodeStores } from "@parley/conformance/simulator";
import {
  BackendStore,
  ChannelStore,
  ConversationStore,
  DeadLetterStore,
  DeliveryStore,
  ErasureStore,
  MessageStore,
  OwnerStore,
  PauseStore,
  RetentionStore,
  StateStore,
} from "@parley/core";
import { Container } from "inversify";
import { storeSqlite } from "../../src/index.ts";

/** One file has one owner. */
export const mostNodes = 1;

/** Stores on real files for the simulator: pass this file to `--stores`. */
export const freshStores: FreshSimulatedStores = async () => {
  const directory = mkdtempSync(join(tmpdir(), "parley-simulated-"));
  const adapter = storeSqlite({ directory });
  const container = new Container();
  await container.loadAsync(adapter);
  const stores: NodeStores = {
    messages: await container.getAsync(MessageStore),
    conversations: await container.getAsync(ConversationStore),
    channels: await container.getAsync(ChannelStore),
    deadLetters: await container.getAsync(DeadLetterStore),
    deliveries: await container.getAsync(DeliveryStore),
    retention: await container.getAsync(RetentionStore),
    erasures: await container.getAsync(ErasureStore),
    state: await container.getAsync(StateStore),
    pauses: await container.getAsync(PauseStore),
    owners: await container.getAsync(OwnerStore),
    backends: await container.getAsync(BackendStore),
  };
  return {
    open: () => Promise.resolve(stores),
    close: async () => {
      await container.unloadAsync(adapter);
      rmSync(directory, { recursive: true });
    },
  };
};
