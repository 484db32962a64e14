import { MemoryData, memoryStores } from "@parley/core/memory";
import * as runner from "vitest";
import { chatTests } from "./support/chat-tests.ts";

chatTests(runner, "memory", () => {
  const data = new MemoryData();
  return () => memoryStores({ data });
});
