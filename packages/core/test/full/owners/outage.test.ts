import { agentOutageTests } from "@parley/conformance";
import * as runner from "vitest";
import { MemoryData, memoryStores } from "../../../src/memory/index.ts";

agentOutageTests(
  runner,
  () => {
    const data = new MemoryData();
    return () => memoryStores({ data });
  },
  24 * 60,
);
