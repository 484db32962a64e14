import { chmod, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type BackupFile,
  type BackupManifest,
  backupManifestName,
  type BackupSource,
  type Clock,
  ParleyError,
  readBackupManifest,
} from "@parley/core";
import type { Backup } from "../api/backup.ts";
import { copySmallFile, fileFacts, syncDirectory, writeSynced } from "./backup-files.ts";
import type { Shown } from "../operation.ts";

export interface BackupsOptions {
  /** Created for its owner only when missing. Nothing else may be stored there. */
  readonly directory: string;
  readonly sources: readonly BackupSource[];
  /** Small files of the host, by path. Missing ones are skipped. */
  readonly files: readonly string[];
  readonly clock: Pick<Clock, "now">;
  readonly version: string;
}

/** Backups in a directory, one subdirectory each. A subdirectory without a manifest is not a backup. */
export class Backups {
  readonly #options: BackupsOptions;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Newest first. */
  async list(): Promise<readonly Shown<Backup>[]> {
    const names = await readdir(this.#options.directory).catch(emptyWhenMissing);
    const found = await Promise.all(names.filter(isFinished).map((name) => this.#read(name)));
    return found.filter((backup) => backup !== null).sort((a, b) => b.takenAt - a.takenAt);
  }

  /**
   * Takes a backup. It gets its final name last; a failure leaves nothing behind.
   * @param told receives the progress in per cent
   */
  async take(told: (percent: number) => void, signal: AbortSignal): Promise<Shown<Backup>> {
    const { directory, clock } = this.#options;
    const takenAt = clock.now();
    const name = new Date(takenAt).toISOString().replaceAll(":", "-");
    const path = join(directory, name);
    const partial = join(directory, `.${name}.partial`);
    try {
      await this.#prepare(partial);
      const manifest = await this.#write(partial, takenAt, { told, signal });
      signal.throwIfAborted();
      await rename(partial, path);
      await syncDirectory(directory);
      return { name, path, takenAt, files: manifest.files };
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      signal.throwIfAborted();
      throw backupError(directory, error);
    }
  }

  /** Deletes the remains of a backup that an earlier process did not finish. */
  async #prepare(partial: string): Promise<void> {
    const { directory } = this.#options;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    for (const name of await readdir(directory)) {
      if (/^\..*\.partial$/.test(name)) await rm(join(directory, name), { recursive: true });
    }
    await mkdir(partial, { mode: 0o700 });
  }

  async #write(
    partial: string,
    takenAt: number,
    { told, signal }: { told: (percent: number) => void; signal: AbortSignal },
  ): Promise<BackupManifest> {
    const { files, version } = this.#options;
    const sources = this.#options.sources.toSorted(mediaLast);
    const written: BackupFile[] = [];
    for (const [index, source] of sources.entries()) {
      const path = join(partial, source.name);
      const share = (fraction: number) =>
        told(Math.floor(((index + fraction) / sources.length) * 99));
      await source.write(path, share, signal);
      await chmod(path, 0o600);
      const facts = await source.verify(path);
      written.push({ name: source.name, ...(await fileFacts(path)), facts: { ...facts } });
      signal.throwIfAborted();
    }
    for (const file of files) {
      const copied = await copySmallFile(file, partial);
      if (copied !== null) written.push({ ...copied, facts: {} });
    }
    const manifest: BackupManifest = { format: 1, version, takenAt, files: written };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    readBackupManifest(text);
    await writeSynced(join(partial, backupManifestName), text);
    await syncDirectory(partial);
    return manifest;
  }

  async #read(name: string): Promise<Shown<Backup> | null> {
    const path = join(this.#options.directory, name);
    try {
      const manifest = readBackupManifest(await readFile(join(path, backupManifestName), "utf8"));
      return { name, path, takenAt: manifest.takenAt, files: manifest.files };
    } catch {
      return null;
    }
  }
}

/** A file is stored before its row. So files that are copied after the rows include the file of each. */
function mediaLast(left: BackupSource, right: BackupSource): number {
  return Number(left.holds === "media") - Number(right.holds === "media");
}

function isFinished(name: string): boolean {
  return !name.startsWith(".");
}

function emptyWhenMissing(error: unknown): string[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}

function backupError(directory: string, error: unknown): ParleyError {
  if (ParleyError.is(error)) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  const why = code === "ENOSPC" ? "the disk is full" : code;
  return new ParleyError(
    "backup-failed",
    `The backup could not be written to ${directory} (${why}). Its incomplete files were deleted.`,
    { cause: error },
  );
}
