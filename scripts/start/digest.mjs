import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const skipped = new Set(["node_modules", "dist", ".turbo"]);

/** SHA-256 of files, and of all files in directories, with their paths. */
export function digestOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(filesIn)) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest("hex");
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !skipped.has(name));
  return names.toSorted().flatMap((name) => filesIn(join(path, name)));
}
