import { execFileSync } from "node:child_process";
import { root } from "./repository.ts";

/** Every third one. The commit selects which third, so that several commits cover all. @param commit its hash */
export function thirdOf<One>(all: readonly One[], commit: string): readonly One[] {
  const first = Number.parseInt(commit.slice(0, 8), 16) % 3;
  return all.filter((_, index) => index % 3 === first);
}

/** The hash of the newest commit. */
export function commitOf(): string {
  return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
}
