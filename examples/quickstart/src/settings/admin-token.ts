import { randomBytes } from "node:crypto";
import type { DataDirectory } from "./data-directory.ts";

/** In the data directory. */
export const adminTokenFileName = "admin-token";

/** The token of `PARLEY_ADMIN_TOKEN`, or the one in `<data>/admin-token`. Created when missing. */
export function adminTokenOf(given: string | null, data: DataDirectory): string {
  if (given !== null) return given;
  const kept = data.read(adminTokenFileName)?.trim();
  if (kept) return kept;
  const made = randomBytes(32).toString("base64url");
  data.write(adminTokenFileName, `${made}\n`);
  return made;
}
