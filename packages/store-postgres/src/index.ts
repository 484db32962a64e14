export { storePostgres, type StorePostgresOptions } from "./module.ts";
export {
  type OpenedImport,
  openPostgresImport,
  type PostgresImportOptions,
} from "./import/import-open.ts";
