import { createMemoryStores, MemoryData } from "@parley/core/memory";
import type { NodeStores } from "./node-store.ts";

/** One empty store that several nodes share for one run. */
export interface SharedStores {
  /** A node's own view of it. */
  open(): Promise<NodeStores>;
  close(): Promise<void>;
}

/** Makes empty stores for every run. `isAlive` says whether an owner's process still lives. */
export type FreshSharedStores = (isAlive: (owner: string) => boolean) => Promise<SharedStores>;

/** The reference stores. */
export const memorySharedStores: FreshSharedStores = (isAlive) => {
  const data = new MemoryData();
  return Promise.resolve({
    open: () => Promise.resolve(createMemoryStores({ data, isAlive })),
    close: () => Promise.resolve(),
  });
};
