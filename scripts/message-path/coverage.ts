import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The part of a V8 script coverage that is read (`Profiler.ScriptCoverage`). */
export interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
  }[];
}

/** A source file that ran, and the functions of it that ran. */
export interface FileRun {
  /** Name of the folder in `packages/`. */
  readonly package: string;
  /** Path from the repository's root. */
  readonly file: string;
  /** Names in the order of the file; `(anonymous)` for a function without one. */
  readonly functions: readonly string[];
}

/** Files of `packages/<name>/src` of which a function ran, by path. The body of a module is no function. */
export function readCoverage(scripts: readonly ScriptCoverage[], root: string): readonly FileRun[] {
  return scripts
    .flatMap((script) => fileRun(script, root) ?? [])
    .toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

function fileRun({ url, functions }: ScriptCoverage, root: string): FileRun | null {
  if (!url.startsWith("file:")) return null;
  const file = relative(root, fileURLToPath(url));
  const name = /^packages\/([^/]+)\/src\//.exec(file)?.[1];
  if (name === undefined) return null;
  const ran = functions.filter(({ functionName, ranges: [whole] }) => {
    const isModule = functionName === "" && whole?.startOffset === 0;
    return !isModule && (whole?.count ?? 0) > 0;
  });
  if (ran.length === 0) return null;
  const names = ran.map(({ functionName }) => functionName || "(anonymous)");
  return { package: name, file, functions: names };
}

/** One line for each package, and one for all. With `isLong` the files and their functions, too. */
export function pathLines(runs: readonly FileRun[], isLong: boolean): readonly string[] {
  const packages = [...new Set(runs.map((run) => run.package))];
  const lines = packages.flatMap((name) => {
    const own = runs.filter((run) => run.package === name);
    const files = isLong
      ? own.map(({ file, functions }) => `  ${file}: ${functions.join(", ")}`)
      : [];
    return [`${name}: ${extentOf(own)}`, ...files];
  });
  return [...lines, `all: ${extentOf(runs)}`];
}

function extentOf(runs: readonly FileRun[]): string {
  const functions = runs.reduce((sum, run) => sum + run.functions.length, 0);
  return `${runs.length} files, ${functions} functions`;
}
