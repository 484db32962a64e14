import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The directory of the workspace that `directory` is in; `null`: none. A package in one would be installed as its part. */
export function workspaceAround(directory: string): string | null {
  if (isWorkspace(directory)) return directory;
  const parent = dirname(directory);
  return parent === directory ? null : workspaceAround(parent);
}

function isWorkspace(directory: string): boolean {
  if (existsSync(join(directory, "pnpm-workspace.yaml"))) return true;
  const manifest = join(directory, "package.json");
  if (!existsSync(manifest)) return false;
  try {
    return "workspaces" in (JSON.parse(readFileSync(manifest, "utf8")) as object);
  } catch {
    return false;
  }
}
