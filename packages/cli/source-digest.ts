import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Of the sources that the program was made of, in its directory. */
export const digestFile = "sources.sha256";

const packages = fileURLToPath(new URL("..", import.meta.url));

/** SHA-256 of the sources that the program is made of, with their paths, as hexadecimal digits. */
export function sourceDigest(): string {
  const hash = createHash("sha256");
  for (const path of globSync("{cli,core}/src/**/*.ts", { cwd: packages }).toSorted())
    hash.update(`${path}\0`).update(readFileSync(join(packages, path)));
  return hash.digest("hex");
}
