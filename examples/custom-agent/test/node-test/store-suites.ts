import * as runner from "node:test";
import {
  channelStoreSuite,
  conversationStoreSuite,
  deadLetterStoreSuite,
  deliveryStoreSuite,
  gatewaySuite,
  messageStoreSuite,
  pauseStoreSuite,
  type OpenedStores,
  erasureStoreSuite,
  retentionStoreSuite,
  severalNodesSuite,
} from "@parley/conformance";
import { createMemoryStores, MemoryData, memoryStores } from "@parley/core/memory";

async function open(data = new MemoryData()): Promise<OpenedStores> {
  const reopen = () => open(data);
  return { ...createMemoryStores({ data }), reopen, close: async () => {} };
}

const suites = [
  channelStoreSuite,
  conversationStoreSuite,
  deadLetterStoreSuite,
  deliveryStoreSuite,
  messageStoreSuite,
  erasureStoreSuite,
  retentionStoreSuite,
  pauseStoreSuite,
];
for (const suite of suites) suite(runner, "memory", () => open());

gatewaySuite(runner, "memory", () => {
  const data = new MemoryData();
  return () => memoryStores({ data });
});

severalNodesSuite(runner, "memory", async () => {
  const data = new MemoryData();
  const living = new Set<string>();
  const isAlive = (owner: string) => living.has(owner);
  return {
    open: async (owner) => {
      living.add(owner);
      const stores = createMemoryStores({ data, isAlive });
      return { ...stores, crash: async () => void living.delete(owner) };
    },
    module: () => memoryStores({ data, isAlive: () => true }),
    lockLanes: null,
    close: async () => {},
  };
});
