import { execFileSync } from "node:child_process";
import { root } from "./repository.ts";

/** A sample is one in so many. */
const parts = 10;

/** Every tenth one. The commit selects which, so that several commits cover all. @param commit its hash */
export function sampleOf<One>(all: readonly One[], commit: string): readonly One[] {
  const first = Number.parseInt(commit.slice(0, 8), 16) % parts;
  return all.filter((_, index) => index % parts === first);
}

/** The hash of the newest commit. */
export function commitOf(): string {
  return execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
}
