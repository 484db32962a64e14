import { randomUUID } from "node:crypto";
import type { ContainerModule } from "inversify";
import { threadEcho, threadKey } from "../support/thread-echo.ts";

/** Writes its state under no condition, so that a call that stood still overwrites what a later one has written. */
export const ignoresItsTurn = (): ContainerModule =>
  threadEcho((state) => async ({ conversationId }) => {
    const known = await state.get<string>(threadKey(conversationId));
    if (known !== null) return known.value;
    const thread = randomUUID();
    await state.write([{ put: threadKey(conversationId), value: thread, conversationId }]);
    return thread;
  });
