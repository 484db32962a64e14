import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

const advised = /^Start a host with `node (?<flags>[^`]+)`/m.exec(read("docs/operations.md"));
const flags = advised?.groups?.["flags"]?.split(/\s+/) ?? [];

it("what starts the replicas and the benchmarks does so with the flags that docs/operations.md advises", () => {
  expect(flags).toHaveLength(6);
  const starters = [
    "examples/replicas/deploy/Dockerfile",
    "examples/replicas/deploy/parley@.service",
    "examples/replicas/src/cluster/child.ts",
    "benchmarks/src/process/child.ts",
  ];
  for (const path of starters) {
    const words = read(path).split(/[\s",]+/);
    for (const flag of flags) expect(words, path).toContain(flag);
  }
});

it("Node knows these flags: with one that it does not know it would not start", () => {
  const start = (given: readonly string[]) =>
    spawnSync(process.execPath, [...given, "--eval", ""], { encoding: "utf8" });
  expect(start(flags)).toMatchObject({ status: 0, stderr: "" });
  expect(start([...flags, "--no-such-flag"]).stderr).toContain("bad option: --no-such-flag");
});

it("and hosts give memory back where they run", () => {
  const call = /^ *returnMemoryAtRest\(\);$/m;
  expect(read("examples/quickstart/src/run-host.ts")).toMatch(call);
});
