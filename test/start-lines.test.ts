import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

const tuning = /^#+ Optional tuning$(?<text>.*?)^#/ms.exec(read("docs/operations.md"));
const flags = tuning?.groups?.["text"]?.match(/--[a-z][\w=-]+/g) ?? [];

it("what starts the quickstart, the replicas and the benchmarks does so without flags of V8", () => {
  const starters = [
    "examples/replicas/deploy/Dockerfile",
    "examples/replicas/deploy/parley@.service",
    "examples/replicas/src/cluster/child.ts",
    "benchmarks/src/process/child.ts",
  ];
  for (const path of starters) {
    const words = read(path).split(/[\s",]+/);
    for (const flag of [...flags, "--expose-gc"]) expect(words, path).not.toContain(flag);
  }
});

it("Node knows the flags that docs/operations.md names: with one that it does not know it would not start", () => {
  expect(flags).toHaveLength(5);
  const start = (given: readonly string[]) =>
    spawnSync(process.execPath, [...given, "--eval", ""], { encoding: "utf8" });
  expect(start(flags)).toMatchObject({ status: 0, stderr: "" });
  expect(start([...flags, "--no-such-flag"]).stderr).toContain("bad option: --no-such-flag");
});
