export { startPostgres } from "./start-postgres.ts";
