import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aBudget, anInboundAppend } from "@parley/conformance";
import { SqliteBackupSource } from "../../src/backup/backup-source.ts";
import { Database } from "../../src/connection/database.ts";
import { fileName, storesOver, temporaryDirectory } from "../support/opened-stores.ts";

export const adminToken = "the-admin-token\n";

/** A backup in the admin API's format, of a database with one conversation, and a target directory. */
export class MadeBackup implements Disposable {
  /** For other files of a test. */
  readonly scratch: string;
  readonly from: string;
  /** It does not exist yet. */
  readonly target: string;
  readonly #remove: () => void;

  private constructor({ directory, remove }: ReturnType<typeof temporaryDirectory>) {
    this.scratch = directory;
    this.from = join(directory, "backup");
    this.target = join(directory, "deep", "target");
    this.#remove = remove;
  }

  static async make(): Promise<MadeBackup> {
    const made = new MadeBackup(temporaryDirectory());
    const { scratch, from } = made;
    const database = Database.open({ directory: join(scratch, "source"), fileName });
    await storesOver(database).messages.commit(
      { appends: [anInboundAppend()], settlements: [] },
      1_000,
      aBudget(),
    );
    mkdirSync(from);
    const source = new SqliteBackupSource(database, fileName);
    await source.write(join(from, fileName), () => {}, new AbortController().signal);
    database.close();
    writeFileSync(join(from, "admin-token"), adminToken);
    made.writeManifest();
    return made;
  }

  /** Writes a manifest with the facts of `names`, changed by `change`. */
  writeManifest(change: object = {}, names: readonly string[] = [fileName, "admin-token"]): void {
    const files = names.map((name) => {
      const bytes = readFileSync(join(this.from, name));
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return { name, bytes: bytes.length, sha256, facts: {} };
    });
    const manifest = { format: 1, version: "0.1.0", takenAt: 1_000, files, ...change };
    writeFileSync(join(this.from, "manifest.json"), JSON.stringify(manifest));
  }

  /** Files in the target without owner files. Empty when nothing was restored. */
  left(): readonly string[] {
    const names = existsSync(this.target) ? readdirSync(this.target) : [];
    return names.filter((name) => !name.endsWith(".owner"));
  }

  [Symbol.dispose](): void {
    this.#remove();
  }
}
