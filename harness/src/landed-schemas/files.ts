import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LandedKind } from "./kinds.ts";

/** One landed schema: what the code of its day wrote. */
export interface LandedFile {
  readonly kind: string;
  readonly version: number;
  readonly sql: string;
}

/** From the root of the repository. */
const folder = "test/landed-schemas";

export function landedFiles(root: string): readonly LandedFile[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".sql"));
  return names.map((name) => {
    const [, kind = "", version = ""] = /^(.+)-(\d+)\.sql$/.exec(name) ?? [];
    const sql = readFileSync(join(root, folder, name), "utf8");
    return { kind, version: Number(version), sql };
  });
}

/** Where the schema of this dump is kept, from the root of the repository. */
export function pathOf({ name }: LandedKind, sql: string): string {
  return join(folder, `${name}-${versionIn(sql)}.sql`);
}

/** Keeps a dump, and returns its path. @throws Error when its version is there: it has landed */
export function keep(root: string, kind: LandedKind, sql: string): string {
  const path = pathOf(kind, sql);
  if (existsSync(join(root, path)))
    throw new Error(`${path} is there: a landed schema never changes. Add a migration step`);
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, path), sql);
  return path;
}

/** The version that a dump's row of `parley_schema` says. */
function versionIn(sql: string): number {
  const found = /insert into "parley_schema"[^;]*?(?:"version":|values \()(\d+)/.exec(sql);
  if (found === null) throw new Error("this database has no row with its version");
  return Number(found[1]);
}
