import { createMemoryStores, MemoryData } from "@parley/core/memory";
import type { NodeStores } from "./node-stores.ts";

/** One empty store that several nodes share for one run. */
export interface SimulatedStores {
  /** A node's own view of it. */
  open(): Promise<NodeStores>;
  close(): Promise<void>;
}

/** Makes empty stores for every run. `isAlive` says whether an owner's process still lives. */
export type FreshSimulatedStores = (
  isAlive: (owner: string) => boolean,
) => Promise<SimulatedStores>;

/** The reference stores. */
export const memorySimulatedStores: FreshSimulatedStores = (isAlive) => {
  const data = new MemoryData();
  return Promise.resolve({
    open: () => Promise.resolve(createMemoryStores({ data, isAlive })),
    close: () => Promise.resolve(),
  });
};
