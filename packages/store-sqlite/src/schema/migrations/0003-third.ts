import type { Migration } from "../migration.ts";
import { keysByFirst } from "./keys-by-first.ts";
import { pluginEntries } from "./plugin-entries.ts";

/** The state of plugins. An earlier version may use the file, but closes no entries when it erases a conversation. */
export const third: Migration = {
  version: 3,
  oldestReader: 1,
  sql: [pluginEntries, keysByFirst].join("\n"),
};
