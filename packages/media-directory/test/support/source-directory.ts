import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FileFolder } from "../../src/files/file-folder.ts";
import { markerName } from "../../src/files/place.ts";

/** Of a file; more than one chunk of a stream. */
export const contentOf = (id: string) => Buffer.alloc(200_000, id);

export const pathIn = (directory: string, id: string) => join(directory, FileFolder.placeOf(id));

export function addFile(directory: string, id: string): void {
  mkdirSync(join(directory, id.slice(0, 2)));
  writeFileSync(pathIn(directory, id), contentOf(id));
}

/** Makes a media directory without a gateway. @param name of the directory, in its marker */
export function makeSource(directory: string, ids: readonly string[], name = "m".repeat(32)): void {
  mkdirSync(join(directory, "tmp"), { recursive: true });
  for (const id of ids) addFile(directory, id);
  const marker = { gateway: "g".repeat(32), directory: name };
  writeFileSync(join(directory, markerName), JSON.stringify(marker));
}

/** Names and contents of all files in a directory. */
export function contentsOf(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).toSorted();
  const files = names.filter((name) => statSync(join(directory, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name, readFileSync(join(directory, name), "hex")]),
  );
}
