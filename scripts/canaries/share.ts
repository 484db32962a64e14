import { execFileSync } from "node:child_process";
import { root } from "../contract/repository.ts";

/**
 * One of so many shares; which, the commit says: in the course of some commits all are tried.
 * @param commit its hash
 */
export function shareOf<One>(all: readonly One[], shares: number, commit: string): readonly One[] {
  const own = Number.parseInt(commit.slice(0, 8), 16) % shares;
  return all.filter((_, index) => index % shares === own);
}

/** The hash of the newest commit. */
export function commitOf(): string {
  return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
}
