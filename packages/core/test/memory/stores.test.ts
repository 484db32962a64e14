import {
  backendStoreSuite,
  channelStoreSuite,
  conversationStoreSuite,
  deadLetterStoreSuite,
  deliveryStoreSuite,
  messageStoreSuite,
  ownerStoreSuite,
  pauseStoreSuite,
  erasureStoreSuite,
  retentionStoreSuite,
  searchStoreSuite,
  stateStoreSuite,
} from "@parley/conformance";
import * as runner from "vitest";
import { openMemory } from "./open-memory.ts";

messageStoreSuite(runner, "memory", () => openMemory());
conversationStoreSuite(runner, "memory", () => openMemory());
channelStoreSuite(runner, "memory", () => openMemory());
deadLetterStoreSuite(runner, "memory", () => openMemory());
deliveryStoreSuite(runner, "memory", () => openMemory());
retentionStoreSuite(runner, "memory", () => openMemory());
searchStoreSuite(runner, "memory", () => openMemory());
erasureStoreSuite(runner, "memory", () => openMemory());
stateStoreSuite(runner, "memory", () => openMemory());
ownerStoreSuite(runner, "memory", () => openMemory());
backendStoreSuite(runner, "memory", () => openMemory());
pauseStoreSuite(runner, "memory", () => openMemory());
