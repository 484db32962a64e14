import type { Migration } from "../migration.ts";

/**
 * How often tables whose rows change with every message are looked at for statistics. Each look reads and sorts 30,000
 * rows, some tenths of a second of one core; by the server's own measure it would come again whenever autovacuum looks
 * around. Statements are written so that they do without (decision 5).
 */
export const statistics: Migration = {
  version: 10,
  oldestReader: 1,
  tables: ["lanes", "conversations", "deliveries", "identities"],
  sql: `
alter table lanes set (autovacuum_analyze_threshold = 200000);
alter table conversations set (autovacuum_analyze_threshold = 200000);
alter table deliveries set (autovacuum_analyze_threshold = 200000, autovacuum_analyze_scale_factor = 0.1);
alter table identities set (autovacuum_analyze_threshold = 200000);
`,
};
