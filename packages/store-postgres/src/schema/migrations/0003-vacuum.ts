import type { Migration } from "../migration.ts";

/**
 * Autovacuum settings for tables whose rows change with every message. Lanes and conversations are read along indexes,
 * past entries of dead rows, so they need vacuum often. Deliveries need it less often: each is written only twice, and
 * vacuum reads their whole index every time.
 */
export const vacuum: Migration = {
  version: 3,
  oldestReader: 1,
  tables: ["lanes", "conversations", "deliveries", "identities", "idempotency_keys"],
  sql: `
alter table lanes set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0);
alter table conversations set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0);
alter table deliveries set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
alter table identities set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.05);
`,
};
