import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

it("what starts the quickstart, the replicas and the benchmarks does so with the flags that docs/operations.md advises", () => {
  const advised = /^Start a host with `node (?<flags>[^`]+)`/m.exec(read("docs/operations.md"));
  const flags = advised?.groups?.["flags"]?.split(" ") ?? [];
  expect(flags).toHaveLength(2);
  const starters = [
    "package.json",
    "examples/replicas/deploy/Dockerfile",
    "examples/replicas/deploy/parley@.service",
    "examples/replicas/src/cluster/child.ts",
    "benchmarks/src/process/child.ts",
  ];
  for (const path of starters) for (const flag of flags) expect(read(path), path).toContain(flag);
});

it("and hosts give memory back where they run", () => {
  const call = /^ *returnMemoryAtRest\(\);$/m;
  expect(read("examples/quickstart/src/run-host.ts")).toMatch(call);
});
