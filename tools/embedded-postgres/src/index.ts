export {
  type EmbeddedPostgres,
  startPostgres,
  type StartPostgresOptions,
} from "./start-postgres.ts";
