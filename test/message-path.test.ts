import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { pathLines, readCoverage } from "../scripts/message-path/coverage.ts";

const root = "/repository";

function script(path: string, functions: Readonly<Record<string, number>>) {
  return {
    url: pathToFileURL(`${root}/${path}`).href,
    functions: Object.entries(functions).map(([functionName, count], index) => ({
      functionName,
      ranges: [{ startOffset: index * 100, count }],
    })),
  };
}

describe("the path of a message", () => {
  it("holds the functions that ran, and the files that have one of them", () => {
    const scripts = [
      script("packages/core/src/late.ts", { "": 1, "#late": 1 }),
      script("packages/core/src/early.ts", { "": 0, early: 2, unused: 0 }),
      script("packages/core/src/unused.ts", { "": 1, unused: 0 }),
    ];
    expect(readCoverage([scripts], root)).toEqual([
      { package: "core", file: "packages/core/src/early.ts", functions: ["early"] },
      { package: "core", file: "packages/core/src/late.ts", functions: ["#late"] },
    ]);
  });

  it("counts a function without a name, but not the body of a module", () => {
    const [run] = readCoverage([[script("packages/core/src/a.ts", { named: 1, "": 1 })]], root);
    expect(run?.functions).toEqual(["named", "(anonymous)"]);
  });

  it("leaves out what did not run for every message", () => {
    const runs = [1, 0].map((count) => [
      script("packages/core/src/a.ts", { "": 0, always: 1, sometimes: count }),
      script("packages/core/src/timer.ts", { "": 0, timer: count }),
    ]);
    expect(readCoverage(runs, root)).toEqual([
      { package: "core", file: "packages/core/src/a.ts", functions: ["always"] },
    ]);
  });

  it("leaves out what is not a source file of a package", () => {
    const functions = { "": 1, ran: 1 };
    const scripts = [
      script("packages/core/dist/a.js", functions),
      script("node_modules/x/packages/core/src/a.ts", functions),
      script("harness/src/a.ts", functions),
      { ...script("a.ts", functions), url: "node:http" },
    ];
    expect(readCoverage([scripts], root)).toEqual([]);
  });

  it("is told by package, and with names when they are asked for", () => {
    const runs = readCoverage(
      [
        [
          script("packages/core/src/a.ts", { "": 0, one: 1, two: 1 }),
          script("packages/core/src/b.ts", { "": 0, three: 1 }),
          script("packages/ingress-node/src/c.ts", { "": 0, four: 1 }),
        ],
      ],
      root,
    );
    expect(pathLines(runs, false)).toEqual([
      "core: 2 files, 3 functions",
      "ingress-node: 1 files, 1 functions",
      "all: 3 files, 4 functions",
    ]);
    expect(pathLines(runs, true)[1]).toBe("  packages/core/src/a.ts: one, two");
  });
});
