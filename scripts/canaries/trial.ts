import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Canary, Edit } from "./canary.ts";
import { type Cage, checks, type CheckName, limitSeconds } from "./checks.ts";

/** The check that noticed a canary, the broken promise, and the time it took. */
export interface Caught {
  readonly check: CheckName;
  readonly broken: string;
  readonly cpuSeconds: number;
}

/** Applies a canary in a cage, runs its checks in order, and reverts it; `null`: no check noticed in time. */
export async function tryCanary(cage: Cage, canary: Canary): Promise<Caught | null> {
  const { copy } = cage;
  const files = canary.edits.map(({ file }) => file);
  const before = new Map(files.map((file) => [file, readFileSync(join(copy, file), "utf8")]));
  for (const edit of canary.edits) apply(copy, edit);
  try {
    for (const check of canary.checks) {
      const { broken, cpuSeconds, ran } = await checks[check](cage, files);
      if (ran && broken !== null && cpuSeconds <= limitSeconds)
        return { check, broken, cpuSeconds };
    }
    return null;
  } finally {
    for (const [file, text] of before) writeFileSync(join(copy, file), text);
  }
}

/** Errors in a canary's edits, found before it runs, one sentence each. */
export function unclear({ id, edits }: Canary, read: (path: string) => string): readonly string[] {
  return edits.flatMap(({ file, find }) => {
    const found = read(file).split(find).length - 1;
    return found === 1 ? [] : [`${id}: found ${found} times in ${file}`];
  });
}

function apply(copy: string, { file, find, replace }: Edit): void {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
}
