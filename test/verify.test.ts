import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chosenOf, readOptions } from "../scripts/verify/options.ts";
import { sampleOf } from "../scripts/verify/sample.ts";
import type { Step } from "../scripts/verify/step.ts";
import { stepsOf } from "../scripts/verify/steps.ts";
import { treeState } from "../scripts/verify/tree-state.ts";
import { Verdicts } from "../scripts/verify/verdicts.ts";
import { verify, type VerifyRun } from "../scripts/verify/verify.ts";

const root = resolve(import.meta.dirname, "..");
let directory: string;
let said: string[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "parley-verify-"));
  said = [];
});
afterEach(() => rmSync(directory, { recursive: true }));

function step(name: string, script: string): Step {
  return { name, proves: `${name} holds`, command: ["sh", "-c", script] };
}

/** Counts its runs in a file. */
const counted = (name: string, code = 0): Step =>
  step(name, `printf . >>"${join(directory, name)}"; exit ${code}`);
const runsOf = (name: string): number => readFileSync(join(directory, name), "utf8").length;

/** As a process that has just been started would. */
function run(steps: readonly Step[], more: Partial<VerifyRun> = {}): Promise<boolean> {
  return verify({
    root,
    steps,
    verdicts: new Verdicts(join(directory, "verdicts/commit.json")),
    outputDirectory: join(directory, "output"),
    again: false,
    say: (line) => void said.push(line.replaceAll(/[\d.]+ s\b/g, "n s").trim()),
    signal: new AbortController().signal,
    ...more,
  });
}

describe("verify", () => {
  it("runs every step, shows the output of one that fails, and counts them at the end", async () => {
    const bad = step("bad: thing", "echo out; echo why >&2; exit 3");
    expect(await run([step("good", "echo quiet"), bad, step("last", "")])).toBe(false);
    expect(said).toEqual([
      "== good: good holds",
      "== good: passed, n s",
      "== bad: thing: bad: thing holds",
      `out\nwhy\n== all of it: ${join(directory, "output/bad-thing.txt")}`,
      "== bad: thing: FAILED, n s",
      "== last: last holds",
      "== last: passed, n s",
      "",
      "n s  passed  good",
      "n s  FAILED  bad: thing",
      "n s  passed  last",
      "2 passed, 1 failed",
    ]);
    expect(readFileSync(join(directory, "output/good.txt"), "utf8")).toBe("quiet\n");
  });

  it("does not run again what has passed, but what has failed", async () => {
    const steps = [counted("good"), counted("bad", 1)];
    expect(await run(steps)).toBe(false);
    expect(await run(steps)).toBe(false);
    expect([runsOf("good"), runsOf("bad")]).toEqual([1, 2]);
    expect(said).toContain("== good: has passed here before");
    expect(said.at(-1)).toBe("1 passed, 1 failed");
    await run(steps, { again: true });
    expect([runsOf("good"), runsOf("bad")]).toEqual([2, 3]);
  });

  it("takes a step whose command has changed for another one", async () => {
    expect(await run([counted("good")])).toBe(true);
    expect(await run([counted("good", 1)])).toBe(false);
  });

  it("goes on, after it was broken off, with the step at which it was", async () => {
    const controller = new AbortController();
    const slow = step("slow", "sleep 1000 & wait");
    const say = (line: string): void => {
      if (line.startsWith("== slow")) setTimeout(() => controller.abort(), 200);
      said.push(line);
    };
    const steps = [counted("good"), slow, counted("last")];
    expect(await run(steps, { say, signal: controller.signal })).toBe(false);
    expect(said.at(-1)).toBe("1 passed, 0 failed, 2 not run");
    expect(await run([counted("good"), step("slow", ""), counted("last")])).toBe(true);
    expect([runsOf("good"), runsOf("last")]).toEqual([1, 1]);
  });

  it("runs the repository's Node, and fails when it had nothing to run or a program is not there", async () => {
    expect(await run([])).toBe(false);
    const version = { name: "node", proves: "", command: ["node", "--version"] };
    expect(await run([version])).toBe(true);
    const missing = { name: "missing", proves: "", command: ["/no/such/program"] };
    expect(await run([missing])).toBe(false);
  });
});

describe("what verify is told", () => {
  const steps = [step("crash:sqlite", ""), step("crash:postgres", ""), step("crashes", "")];
  const namesOf = (only: readonly string[]) => chosenOf(steps, only).map(({ name }) => name);

  it("chooses steps by name or by group", () => {
    const { only } = readOptions(["--only", "crashes, crash:sqlite", "--only", "crash:sqlite"]);
    expect(namesOf(only)).toEqual(["crash:sqlite", "crashes"]);
    expect(namesOf(["crash"])).toEqual(["crash:sqlite", "crash:postgres"]);
    expect(namesOf([])).toHaveLength(3);
  });

  it("must be steps that there are", () => {
    expect(() => namesOf(["crash:mysql"])).toThrow(
      "No step is called crash:mysql. --list shows all.",
    );
    expect(() => namesOf(["corpora"])).toThrow("The corpora need --corpora <directory>.");
  });

  it("is refused in a sentence, or answered on one screen", () => {
    const say = (...args: string[]) =>
      spawnSync(process.execPath, ["scripts/verify.ts", ...args], { cwd: root, encoding: "utf8" });
    const unknown = say("--fast");
    expect([unknown.status, unknown.stdout]).toEqual([2, ""]);
    expect(unknown.stderr).toBe("Unknown option '--fast'. --help shows what verify takes.\n");
    const help = say("--help");
    expect(help.status).toBe(0);
    expect(help.stdout.split("\n").length).toBeLessThan(24);
    const list = say("--list", "--only", "crash");
    expect(list.stdout.split("\n").filter((line) => line !== "")).toHaveLength(2);
  });

  it("adds the corpora when it is told where they lie", () => {
    const last = (corpora: string | null) =>
      stepsOf(root, corpora, "tests.json")
        .find(({ name }) => name === "corpora")
        ?.command.at(-1);
    expect([last(null), last("/corpora of others")]).toEqual([undefined, "/corpora of others"]);
  });
});

describe("the sample of heavy tests", () => {
  const steps = ["a", "b", "c"].map((name) => step(name, ""));
  const seconds = { a: 25, b: 25, c: 10 };
  const namesAt = (commit: string) => sampleOf(steps, commit, seconds).map(({ name }) => name);

  it("begins where the commit says, and fits into 40 s", () => {
    expect(namesAt("00000000ff")).toEqual(["a", "c"]);
    expect(namesAt("00000001ff")).toEqual(["b", "c"]);
    expect(namesAt("00000002ff")).toEqual(["c", "a"]);
  });

  it("names steps that there are", () => {
    expect(() => sampleOf(steps, "0", { d: 1 })).toThrow("The sample names d, which is no step.");
    const all = stepsOf(root, null, "tests.json");
    for (const commit of ["0", "1", "2"]) expect(sampleOf(all, commit).length).toBeGreaterThan(0);
  });
});

describe("the state of a work tree", () => {
  it("is its commit, until something differs from it", () => {
    const git = (...args: string[]) => execFileSync("git", ["-C", directory, ...args]);
    const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
    git("init", "--quiet");
    write(".gitignore", "ignored\n");
    write("a", "1");
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message=a");
    const clean = treeState(directory);
    expect(clean.id).toBe(clean.commit);
    write("ignored", "1");
    expect(treeState(directory)).toEqual(clean);
    write("new", "1");
    const added = treeState(directory);
    write("new", "2");
    const changed = treeState(directory);
    write("a", "2");
    const ids = [clean.id, added.id, changed.id, treeState(directory).id];
    expect(new Set(ids).size).toBe(4);
    expect(new Set([clean.commit, added.commit, changed.commit]).size).toBe(1);
  });
});
