import type { Migration } from "../migration.ts";

/**
 * Makes statistics less frequent for tables whose rows change with every message. Each run samples 30,000 rows, which
 * takes tenths of a second of one core. By default it would run with every autovacuum. The statements do not depend on
 * statistics (decision 5).
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
