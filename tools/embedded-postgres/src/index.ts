export { namedDatabase } from "./named-database.ts";
export {
  type EmbeddedPostgres,
  startPostgres,
  type StartPostgresOptions,
} from "./start-postgres.ts";
export { withClient } from "./with-client.ts";
