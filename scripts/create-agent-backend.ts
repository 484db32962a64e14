import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { packWithDependencies } from "./install/packages.ts";
import { run, type Tarballs } from "../packages/create-agent-backend/src/index.ts";

const root = resolve(import.meta.dirname, "..");
const { stdin, stdout, stderr, env } = process;

process.exitCode = await run(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  // npm runs a script in the repository's root, wherever it was typed.
  currentDirectory: env["INIT_CWD"] ?? process.cwd(),
  vendor,
});

/** The registry does not have our packages yet. Those of this repository go along, as they are built. */
function vendor(names: readonly string[], directory: string): Tarballs {
  const packing = mkdtempSync(join(tmpdir(), "parley-pack-"));
  try {
    const packed = packWithDependencies(root, packing, names);
    cpSync(packing, join(directory, "vendor"), { recursive: true });
    return Object.fromEntries(
      packed.map(({ name, tarball }) => [name, `file:vendor/${basename(tarball)}`]),
    );
  } finally {
    rmSync(packing, { recursive: true });
  }
}
