import { randomUUID } from "node:crypto";
import type { ContainerModule } from "inversify";
import { threadEcho } from "../support/thread-echo.ts";

/** Remembers threads as long as its process runs. */
export const keepsItsMapInMemory = (): ContainerModule => {
  const threads = new Map<string, string>();
  return threadEcho(() => async ({ conversationId }) => {
    const thread = threads.get(conversationId) ?? randomUUID();
    threads.set(conversationId, thread);
    return thread;
  });
};
