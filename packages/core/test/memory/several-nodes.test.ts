import { severalNodesSuite, type SharedStores } from "@parley/conformance";
import { createMemoryStores, MemoryData, memoryStores } from "@parley/core/memory";
import * as runner from "vitest";

severalNodesSuite(runner, "memory", share);

async function share(): Promise<SharedStores> {
  const data = new MemoryData();
  const living = new Set<string>();
  const isAlive = (owner: string): boolean => living.has(owner);
  return {
    open: async (owner) => {
      living.add(owner);
      const crash = async (): Promise<void> => void living.delete(owner);
      return { ...createMemoryStores({ data, isAlive }), crash };
    },
    module: () => memoryStores({ data, isAlive: () => true }),
    lockLanes: null,
    close: async () => {},
  };
}
