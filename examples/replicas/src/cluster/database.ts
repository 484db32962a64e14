import { chmodSync } from "node:fs";
import { dirname, join } from "node:path";
import { startPostgres } from "@parley/embedded-postgres";
import { StartError } from "@parley/quickstart";

/** The database that all nodes share. */
export interface ClusterDatabase {
  /** Secret: it may contain a password. */
  readonly url: string;
  /** For messages, without secrets. */
  readonly description: string;
  /** Stops the server if this process started it. */
  stop(): Promise<void>;
}

/** The given server, or a new one with its data in the directory. @throws StartError */
export async function openDatabase(
  given: string | null,
  dataDirectory: string,
): Promise<ClusterDatabase> {
  if (given !== null) {
    return { url: given, description: "the one that DATABASE_URL names", stop: async () => {} };
  }
  const directory = join(dataDirectory, "postgres");
  letServerIn(dataDirectory);
  try {
    const server = await startPostgres({ directory });
    return {
      url: server.connectionString,
      description: `PostgreSQL on port ${server.port}, its data in ${dirname(server.dataDirectory)}`,
      stop: () => server.stop(),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n", 1)[0] : "unknown";
    throw new StartError(
      `PostgreSQL cannot be started in ${directory} (${why}): set PARLEY_DATA to a directory on a local disk that every user can reach, or DATABASE_URL to a server that runs.`,
      error,
    );
  }
}

/** PostgreSQL never runs as root. Its user needs access to its own directory, and to nothing else. */
function letServerIn(dataDirectory: string): void {
  if (process.getuid?.() === 0) chmodSync(dataDirectory, 0o711);
}
