import type { Migration } from "../migration.ts";

/** Paused lanes, the longest paused first. */
export const fifth: Migration = {
  version: 5,
  oldestReader: 1,
  index: {
    name: "lanes_by_pause",
    on: "lanes (paused_since, conversation, kind) where paused_since is not null",
  },
};
