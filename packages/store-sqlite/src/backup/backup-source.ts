import type { BackupFacts, BackupSource } from "@parley/core";
import { checkCopy } from "./backup-check.ts";
import type { Database } from "../connection/database.ts";

const questions = {
  schema: "select version from parley_schema",
  channels: "select count(*) from channels where position > 0",
  conversations: "select count(*) from conversations",
  messages: "select count(*) from deliveries where sequence = message_sequence",
};

/** `BackupSource` of the store's file. */
export class SqliteBackupSource implements BackupSource {
  readonly name: string;
  readonly holds = "messages";
  readonly #database: Database;

  constructor(database: Database, name: string) {
    this.#database = database;
    this.name = name;
  }

  write(path: string, onProgress: (fraction: number) => void, signal: AbortSignal): Promise<void> {
    return this.#database.copyTo(path, onProgress, signal);
  }

  verify(path: string): Promise<BackupFacts> {
    return checkCopy(path, questions);
  }
}
