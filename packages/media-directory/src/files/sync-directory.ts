import { open } from "node:fs/promises";

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
