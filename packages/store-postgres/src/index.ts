export { storePostgres, type StorePostgresOptions } from "./module.ts";
