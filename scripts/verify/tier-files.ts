import { globSync } from "node:fs";
import type { Tier } from "../../vitest.config.ts";

type OtherTier = Exclude<Tier, "quick" | "every">;

/** The test files that `npm test` leaves out, relative to the root: those in `test/<tier>` of a package. */
export function filesOf(root: string, tier: OtherTier): readonly string[] {
  const patterns = ["{packages,examples,tools}/*", "benchmarks"];
  return globSync(
    patterns.map((folder) => `${folder}/test/${tier}/**/*.test.ts`),
    { cwd: root },
  ).toSorted();
}

/** `packages/cli/test/heavy/large/export.test.ts` is `cli/large/export`. */
export function heavyName(path: string): string {
  const [folder = "", file = ""] = path.split("/test/heavy/");
  return `${folder.split("/").at(-1)}/${file.replace(/\.test\.ts$/, "")}`;
}

/** The packages with full tests, by their folders. */
export function fullPackages(root: string): readonly string[] {
  return [...new Set(filesOf(root, "full").map((path) => path.split("/test/full/")[0] ?? ""))];
}
