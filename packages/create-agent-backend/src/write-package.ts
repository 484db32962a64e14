import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Kind } from "./kind.ts";
import { manifestOf, type Tarballs } from "./manifest.ts";
import { renamed } from "./names.ts";
import type { Place } from "./place.ts";

const templates = fileURLToPath(new URL("../templates", import.meta.url));

/** npm leaves these out of what it publishes, so the templates have no dot. */
const dotFiles = new Set(["gitignore", "npmrc"]);

/** Writes the files of a new package. */
export function writePackage({ directory, names }: Place, kind: Kind, tarballs: Tarballs): void {
  for (const home of ["shared", kind])
    for (const path of filesIn(join(templates, home))) {
      const text = readFileSync(join(templates, home, path), "utf8");
      write(join(directory, dotFiles.has(path) ? `.${path}` : path), renamed(text, names));
    }
  const manifest = JSON.stringify(manifestOf(names.name, kind, tarballs), null, 2);
  write(join(directory, "package.json"), `${manifest}\n`);
}

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
