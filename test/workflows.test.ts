import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const paths = globSync(".github/workflows/*.yml", { cwd: root });
const read = (path: string) => readFileSync(join(root, path), "utf8");

describe("the workflows", () => {
  it("run CI's script on pull requests, and the whole proof every night", () => {
    const [ci, verify] = paths.toSorted().map(read);
    expect(ci).toMatch(/^ {2}pull_request:$/m);
    expect(ci).toMatch(/^ {6}- run: bash \.ci\/run$/m);
    expect(verify).toMatch(/^ {2}schedule:$/m);
    expect(verify).toMatch(/^ {6}- run: npm run verify$/m);
    expect(verify).toMatch(/^ {10}path: \.verify$/m);
  });

  it.each(paths)("%s may only read, and uses actions of one major version each", (path) => {
    const text = read(path);
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text.match(/permissions:|: write/g)).toEqual(["permissions:"]);
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(1);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@v\d+$/);
  });
});
