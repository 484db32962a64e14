import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { BackupFile } from "@parley/core";

/** Size and digest of a file, read as a stream. */
export async function fileFacts(path: string): Promise<Pick<BackupFile, "bytes" | "sha256">> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Writes a file that only its owner can read, and syncs it. Its name is durable only after `syncDirectory`. */
export async function writeSynced(path: string, content: string | Buffer): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Copies a file that fits into memory; `null` when it is missing. */
export async function copySmallFile(
  path: string,
  directory: string,
): Promise<Omit<BackupFile, "facts"> | null> {
  const content = await readFile(path).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (content === null) return null;
  const name = basename(path);
  const target = join(directory, name);
  await writeSynced(target, content);
  return { name, ...(await fileFacts(target)) };
}

/** Makes the names in a directory durable. Windows needs no sync and cannot open directories. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
