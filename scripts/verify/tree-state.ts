import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The state of a work tree. */
export interface TreeState {
  readonly commit: string;
  /** The commit, and a digest of uncommitted changes, if any. */
  readonly id: string;
}

/** @throws when the directory is not a git work tree */
export function treeState(root: string): TreeState {
  const git = (...args: string[]): Buffer =>
    execFileSync("git", args, { cwd: root, maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "pipe"] });
  const commit = git("rev-parse", "HEAD").toString().trim();
  const changed = git("diff", "HEAD", "--binary");
  const added = git("ls-files", "--others", "--exclude-standard", "-z").toString();
  const paths = added.split("\0").filter((path) => path !== "");
  if (changed.length + paths.length === 0) return { commit, id: commit };
  const digest = createHash("sha256").update(changed);
  for (const path of paths) digest.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return { commit, id: `${commit}-${digest.digest("hex").slice(0, 12)}` };
}
