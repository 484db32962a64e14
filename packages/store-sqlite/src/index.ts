export { storeSqlite, type StoreSqliteOptions } from "./module.ts";
