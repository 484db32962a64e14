import type { PluginState } from "@parley/core";
import { openPrefix } from "./open-event.ts";
import { type OpenEntry, openPages } from "./open-pages.ts";

const pageSize = 500;

/** Ends what the app has postponed: the events of one conversation, or of all. @throws the store's error */
export async function resumePostponed(
  state: PluginState,
  conversationId: string | undefined,
): Promise<void> {
  const prefix = conversationId === undefined ? openPrefix : `${openPrefix}${conversationId}:`;
  for await (const page of openPages(state, pageSize, { prefix }))
    await Promise.all(page.map((entry) => resume(state, entry)));
}

/** An entry that has changed meanwhile was handed out, or is postponed anew. */
async function resume(state: PluginState, entry: OpenEntry): Promise<void> {
  const { key, value, version } = entry;
  if (value.notBefore === 0 || value.handing !== null) return;
  const resumed = { ...value, notBefore: 0 };
  await state.write([{ put: key, value: resumed, when: { ifVersion: version } }]);
}
