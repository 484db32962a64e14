import { open } from "node:fs/promises";
import { codeOf } from "./file-fault.ts";

/** What network file systems answer that cannot sync a directory. */
const unsupported = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "EBADF"]);

/** Makes the names in a directory durable, where its file system can. Windows cannot open directories. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync().catch((error: unknown) => {
      if (!unsupported.has(codeOf(error))) throw error;
    });
  } finally {
    await directory.close();
  }
}
