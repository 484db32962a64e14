export { storeSqlite, type StoreSqliteOptions } from "./module.ts";
export { restoreBackup, type Restored, type RestoreOptions } from "./backup/restore.ts";
export { type OpenedExport, openSqliteExport, type SqliteExportOptions } from "./export/export.ts";
export type { Disagreement } from "./diagnosis/inspect-file.ts";
export { type RepairResult, repairStore, type SqliteRepairOptions } from "./diagnosis/repair.ts";
