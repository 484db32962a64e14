import type { OpenedStores } from "@parley/conformance";
import { createMemoryStores, MemoryData } from "@parley/core/memory";

/** Memory stores whose restart is new stores over the same data. */
export async function openMemory(data = new MemoryData()): Promise<OpenedStores> {
  return {
    ...createMemoryStores({ data }),
    reopen: () => openMemory(data),
    close: async () => {},
  };
}
