import { relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The part of a V8 script coverage that is read (`Profiler.ScriptCoverage`). */
export interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly FunctionCoverage[];
}

interface FunctionCoverage {
  readonly functionName: string;
  readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
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

/**
 * Files of `packages/<name>/src` of which a function ran in each of several runs, by path. So a timer that fires during
 * one of them does not count. The body of a module is no function.
 */
export function readCoverage(
  runs: readonly (readonly ScriptCoverage[])[],
  root: string,
): readonly FileRun[] {
  const [first = [], ...others] = runs.map((scripts) => ranOf(scripts, root));
  const isCommon = ({ key }: Ran): boolean =>
    others.every((other) => other.some((one) => one.key === key));
  const files = Map.groupBy(first.filter(isCommon), ({ file }) => file);
  return [...files]
    .map(([file, ran]) => ({
      package: file.split("/")[1] ?? "",
      file,
      functions: ran.map(({ name }) => name),
    }))
    .toSorted((one, other) => (one.file < other.file ? -1 : 1));
}

interface Ran {
  readonly file: string;
  readonly name: string;
  readonly key: string;
}

function ranOf(scripts: readonly ScriptCoverage[], root: string): readonly Ran[] {
  return scripts.flatMap(({ url, functions }) => {
    if (!url.startsWith("file:")) return [];
    const file = relative(root, fileURLToPath(url));
    if (!/^packages\/[^/]+\/src\//.test(file)) return [];
    return functions.filter(hasRun).map(({ functionName, ranges }) => ({
      file,
      name: functionName || "(anonymous)",
      key: `${file} ${ranges[0]?.startOffset}`,
    }));
  });
}

function hasRun({ functionName, ranges: [whole] }: FunctionCoverage): boolean {
  const isModule = functionName === "" && whole?.startOffset === 0;
  return !isModule && (whole?.count ?? 0) > 0;
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
