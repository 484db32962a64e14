import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const harnesses = globSync("harness/src/*/main.ts", { cwd: root });
const scripts = globSync("scripts/*.ts", { cwd: root });
const others = ["benchmarks/src/main.ts", "packages/conformance/src/simulator/main.ts"];
/** To start a harness takes seconds: all read their options by the same function, and this one shows that it works. */
const started = [...scripts, "harness/src/equivalence/main.ts"];
/** A terminal as it is opened, less one line for what was typed. */
const screen = { lines: 23, columns: 120 };

function run(program: string, option: string) {
  const words = ["--conditions=@parley/source", program, option];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

function expectOneScreen(page: string): void {
  const lines = page.trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.length).toBeLessThanOrEqual(screen.lines);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(screen.columns);
}

describe("every program that a person starts", () => {
  it("is found", () => {
    expect(harnesses.length).toBeGreaterThan(9);
    expect(scripts.length).toBeGreaterThan(6);
  });

  it.each(harnesses)("%s has a page of help that names its options", (program) => {
    const text = readFileSync(join(root, program), "utf8");
    const [, page = ""] = /^const page = `([^`$]*)`;$/m.exec(text) ?? [];
    expectOneScreen(page);
    const [, given] = /readOptions\(page, (\{[^;]*\})\);$/m.exec(text) ?? [];
    expect(given).toBeDefined();
    for (const [, name = ""] of given?.matchAll(/^ {4}"?([\w-]+)"?: \{/gm) ?? [])
      expect(page).toContain(`--${name}`);
    expect(text).not.toMatch(/process\.argv|parseArgs/);
  });

  it.each(started)("%s shows its help on one screen", (program) => {
    const { stdout, ...ended } = run(program, "--help");
    expect(ended).toEqual({ status: 0, stderr: "" });
    expectOneScreen(stdout);
  });

  it.each(started)("%s answers an unknown option with a sentence", (program) => {
    const { stderr, ...ended } = run(program, "--no-such-option");
    expect(ended).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^Unknown option '--no-such-option'\. .+\n$/);
  });

  it.each([
    ["scripts/sabotage.ts", "There is no sabotage no-such-id.\n"],
    ["scripts/canaries.ts", "There is no canary no-such-id.\n"],
  ])("%s answers an unknown id with a sentence and runs nothing", (program, stderr) => {
    expect(run(program, "no-such-id")).toEqual({ status: 1, stdout: "", stderr });
  });

  it.each(others)("%s reads its options with a page of its own", (program) => {
    const options = program.replace("main.ts", "options.ts");
    const [, page = ""] =
      /usage = `([^`]*)`;$/m.exec(readFileSync(join(root, options), "utf8")) ?? [];
    expectOneScreen(page);
  });
});
