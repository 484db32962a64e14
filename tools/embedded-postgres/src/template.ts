import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { makeDataDirectory, newPassword } from "./data-directory.ts";
import { openHome } from "./home.ts";

/** Beside what is installed: gone when that is. */
const cache = resolve(import.meta.dirname, "../node_modules/.cache");

/**
 * Puts a copy of one cluster, made at first need and kept, into an empty directory: a fifth of a second where `initdb`
 * takes more than one. Copies share their password and the system identifier.
 */
export function copyTemplate(directory: string, binaries: Binaries, account: Account): void {
  copy(templateOf(binaries, account), directory);
}

function templateOf(binaries: Binaries, account: Account): string {
  const template = join(cache, `cluster-${keyOf(binaries, account)}`);
  if (existsSync(template)) return template;
  // Made where its account may go, which need not be where we are installed.
  const made = openHome(undefined, account).directory;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "draft-"));
  try {
    makeDataDirectory(binaries, { directory: made, synced: false }, newPassword(), account);
    copy(made, draft);
    renameSync(draft, template);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Somebody else's came first, and will do.
    if (!existsSync(template)) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return template;
}

function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-Rp", `${from}/.`, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The cluster in ${from} was not copied: ${stderr}`);
}

/** Another installation, another version of it, and another user have templates of their own. */
function keyOf({ initdb }: Binaries, { uid }: Account): string {
  const { mtimeMs, size } = statSync(initdb);
  const words = [initdb, mtimeMs, size, uid].join("\n");
  return createHash("sha256").update(words).digest("hex").slice(0, 16);
}
