import type { PluginEntry, PluginEntryPage, PluginState } from "@parley/core";
import { openPrefix, type OpenEvent } from "./open-event.ts";

export type OpenEntry = PluginEntry<OpenEvent>;

/** The open events below a prefix, page by page. @throws the store's error */
export async function* openPages(
  state: PluginState,
  limit: number,
  { prefix = openPrefix, from = null }: { readonly prefix?: string; readonly from?: string | null },
): AsyncGenerator<readonly OpenEntry[], void> {
  for (let after = from; ;) {
    const page: PluginEntryPage<OpenEvent> = await state.list(prefix, { after, limit });
    yield page.entries;
    if (page.next === null) return;
    after = page.next;
  }
}

/** All of them once, from a place on, and then those before it. @throws the store's error */
export async function* openPagesFrom(
  state: PluginState,
  limit: number,
  from: string,
): AsyncGenerator<readonly OpenEntry[], void> {
  yield* openPages(state, limit, { from });
  for await (const page of openPages(state, limit, {})) {
    const before = page.filter(({ key }) => key <= from);
    yield before;
    if (before.length < page.length) return;
  }
}
