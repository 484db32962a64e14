import * as runner from "node:test";
import { channelStoreSuite } from "@parley/conformance";
import { openMemory } from "./open-memory.ts";

channelStoreSuite(runner, "memory", () => openMemory());
