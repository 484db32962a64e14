import { dirname } from "node:path";
import {
  type Diagnostician,
  faultFinding,
  type Finding,
  okFinding,
  warningFinding,
} from "@parley/core";
import type { Database } from "../connection/database.ts";
import { DerivedCheck } from "./derived-check.ts";
import { type AskDisk, kindFinding, roomFinding } from "./disk-findings.ts";
import { pendingCompaction } from "../erase/pending-compaction.ts";
import { erasedFinding, logFinding, placeFinding, privacyFinding } from "./file-findings.ts";
import { migrations } from "../schema/migrations/all.ts";

/** Result of `pragma synchronous`: FULL; EXTRA is above it. */
const full = 2;

interface Durability {
  readonly level: number;
  readonly mode: string;
}
const durability =
  "select s.synchronous as level, j.journal_mode as mode from pragma_synchronous s, pragma_journal_mode j";

/** Diagnoses the database and its disk. */
export class SqliteDiagnostician implements Diagnostician {
  readonly name = "store-sqlite";
  readonly #database: Database;
  readonly #askDisk: AskDisk;
  readonly #derived: DerivedCheck;

  constructor(database: Database, askDisk: AskDisk) {
    this.#database = database;
    this.#askDisk = askDisk;
    this.#derived = new DerivedCheck(database.path, () => database.readerEnded());
  }

  async diagnose(signal: AbortSignal): Promise<readonly Finding[]> {
    const { path, place } = this.#database;
    // A lost file allows no other checks.
    if (place.isLost) return [placeFinding(place)];
    const disk = await this.#askDisk(dirname(path));
    return [
      this.#durability(),
      this.#schema(),
      placeFinding(place),
      roomFinding(disk),
      kindFinding(disk),
      await logFinding(path),
      await privacyFinding(path),
      this.#database.read((connection) =>
        erasedFinding(pendingCompaction(connection) === "erased", connection.sizeBytes),
      ),
      // The slowest one.
      await this.#derived.finding(signal),
    ];
  }

  /** Reads the setting back from the writing connection: SQLite may have ignored it. */
  #durability(): Finding {
    const { level, mode } = this.#database.read(
      (connection) => connection.get<Durability>(durability) ?? { level: 0, mode: "unknown" },
    );
    const message = `Synchronous is ${level} (FULL is ${full}), the journal mode is ${mode}.`;
    if (level >= full && mode === "wal") return okFinding("sqlite-durability", message);
    return faultFinding(
      "sqlite-durability",
      `${message} A power failure could lose messages that were acknowledged.`,
      "Restart the gateway, which sets both; if they change again, look for another program that writes to the file.",
    );
  }

  #schema(): Finding {
    const known = migrations.at(-1)?.version ?? 0;
    const found = this.#database.read((connection) =>
      connection.get<{ version: number }>("select version from parley_schema"),
    );
    const version = found?.version ?? 0;
    const message = `The database has schema ${version}; this gateway knows ${known}.`;
    if (version <= known) return okFinding("sqlite-schema", message);
    return warningFinding(
      "sqlite-schema",
      `${message} A newer gateway has migrated this database. This version can still use it.`,
      "Finish the upgrade: run the newer version.",
    );
  }
}
