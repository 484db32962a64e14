export { storeSqlite, type StoreSqliteOptions } from "./module.ts";
export { restoreBackup, type Restored, type RestoreOptions } from "./restore.ts";
