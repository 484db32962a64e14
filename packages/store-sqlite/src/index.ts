export { storeSqlite, type StoreSqliteOptions } from "./module.ts";
export { restoreBackup, type Restored, type RestoreOptions } from "./backup/restore.ts";
export { type OpenedExport, openSqliteExport, type SqliteExportOptions } from "./export/export.ts";
export type { Disagreement } from "./diagnosis/integrity.ts";
export { repairStore, type SqliteRepairOptions } from "./diagnosis/repair.ts";
