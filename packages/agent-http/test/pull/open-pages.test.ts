import type { PluginEntry, PluginState } from "@parley/core";
import { expect, it } from "vitest";
import { openPagesFrom } from "../../src/pull/open-pages.ts";

const keys = ["open:a", "open:b", "open:c", "open:d", "open:e"];

/** Lists keys in their order, as a store does. */
const state = {
  list: async (_prefix: string, { after, limit }: { after: string | null; limit: number }) => {
    const entries = keys.filter((key) => key > (after ?? "")).slice(0, limit);
    const next = entries.length < limit ? null : (entries.at(-1) ?? null);
    return { entries: entries.map((key) => ({ key }) as PluginEntry), next };
  },
} as unknown as PluginState;

it.each(["open:", "open:0", "open:a", "open:bb", "open:e", "open:z"])(
  "a look from %s on sees every event once, those behind it first",
  async (from) => {
    for (const limit of [1, 2, 5, 100]) {
      const seen: string[] = [];
      for await (const page of openPagesFrom(state, limit, from))
        seen.push(...page.map(({ key }) => key));
      const behind = keys.filter((key) => key > from);
      expect(seen).toEqual([...behind, ...keys.filter((key) => key <= from)]);
    }
  },
);
