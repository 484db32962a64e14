import { globSync } from "node:fs";

/** Where heavy tests live: in `test/heavy` of their package. */
const pattern = "{packages,examples,tools}/*/test/heavy/**/*.test.ts";

/** The test files that `npm test` leaves out, by their paths from the root. */
export function heavyFiles(root: string): readonly string[] {
  const patterns = [pattern, "benchmarks/test/heavy/**/*.test.ts"];
  return globSync(patterns, { cwd: root }).toSorted();
}

/** `packages/cli/test/heavy/large/export.test.ts` is `cli/large/export`. */
export function heavyName(path: string): string {
  const [folder = "", file = ""] = path.split("/test/heavy/");
  return `${folder.split("/").at(-1)}/${file.replace(/\.test\.ts$/, "")}`;
}
