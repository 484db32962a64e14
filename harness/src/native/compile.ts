import { spawnSync } from "node:child_process";
import { join } from "node:path";

const compilers = ["cc", "gcc", "clang"];
const sources = join(import.meta.dirname, "..", "..", "native");

/**
 * Compiles `native/<name>.c` into `directory`, as a library for `LD_PRELOAD`.
 * @returns its path. @throws when this is not Linux, or there is no C compiler.
 */
export function compileNative(name: string, directory: string): string {
  if (process.platform !== "linux")
    throw new Error(`needs Linux (LD_PRELOAD), not ${process.platform}`);
  const compiler = compilers.find((candidate) => spawnSync(candidate, ["--version"]).status === 0);
  if (compiler === undefined)
    throw new Error("needs a C compiler (cc, gcc or clang), and found none");
  const library = join(directory, `${name}.so`);
  const flags = [
    "-shared",
    "-fPIC",
    "-O2",
    "-o",
    library,
    join(sources, `${name}.c`),
    "-ldl",
    "-lpthread",
  ];
  const { status, stderr } = spawnSync(compiler, flags, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${compiler} could not compile ${name}.c: ${stderr}`);
  return library;
}
