import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

const leftBehind = new Set(["node_modules", "dist", ".git", ".turbo", "data"]);

/**
 * Copies the repository's sources to a new temporary directory, where they can be edited. Installed packages are
 * linked; those of the workspace link to the copy.
 */
export function scratchCopy(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), "parley-sabotage-"));
  const isSource = (path: string): boolean => !leftBehind.has(basename(path));
  for (const name of readdirSync(root).filter(isSource)) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource });
  }
  for (const folder of packageFolders(root)) linkModules(root, copy, folder);
  return copy;
}

/** The console's page is a package inside another package. */
function packageFolders(root: string): string[] {
  const manifests = globSync("{packages,examples,tools}/{*,*/page}/package.json", { cwd: root });
  return [".", "harness", ...manifests.map((path) => dirname(path))];
}

function linkModules(root: string, copy: string, folder: string): void {
  const modules = join(root, folder, "node_modules");
  for (const entry of entriesOf(modules)) {
    const path = join(copy, folder, "node_modules", entry);
    mkdirSync(resolve(path, ".."), { recursive: true });
    symlinkSync(targetOf(root, copy, join(modules, entry)), path);
  }
}

/** Links to workspace packages go to the copy. All others go to the installed package. */
function targetOf(root: string, copy: string, path: string): string {
  const real = realpathSync(path);
  const inside = relative(root, real);
  const isOurs = !inside.startsWith("..") && !inside.split(sep).includes("node_modules");
  return isOurs ? join(copy, inside) : real;
}

function entriesOf(modules: string): string[] {
  try {
    return readdirSync(modules).flatMap((name) => {
      if (name.startsWith("@"))
        return readdirSync(join(modules, name)).map((part) => join(name, part));
      return name === ".bin" || !name.startsWith(".") ? [name] : [];
    });
  } catch {
    return [];
  }
}
