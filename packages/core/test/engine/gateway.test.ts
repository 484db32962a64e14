import { gatewaySuite } from "@parley/conformance";
import * as runner from "vitest";
import { MemoryData, memoryStores } from "../../src/memory/index.ts";

gatewaySuite(runner, "the memory stores", () => {
  const data = new MemoryData();
  return () => memoryStores({ data });
});
