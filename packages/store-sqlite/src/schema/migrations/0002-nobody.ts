import type { Migration } from "../migration.ts";

/**
 * The row that a miss reads looks like that of any channel: as long a key, an instant, one secret. What is shorter, or
 * nothing, is read in less time (ruling 1).
 */
export const nobody: Migration = {
  version: 2,
  oldestReader: 1,
  sql: `
update channels
  set key = printf('%.16c', '-'), created_at = 1000000000000,
    secrets = printf('%.64c%.16c%.240c', '-', '-', ' ')
  where position = 0;
`,
};
