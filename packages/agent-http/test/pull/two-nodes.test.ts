import { MemoryData, memoryStores } from "@parley/core/memory";
import { twoNodesTests } from "../support/two-nodes-tests.ts";

twoNodesTests("in memory", () => {
  const data = new MemoryData();
  return () => memoryStores({ data });
});
