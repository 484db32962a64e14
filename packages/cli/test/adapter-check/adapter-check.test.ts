import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adapterFacts } from "../../src/adapter-check/adapter-facts.ts";
import { loadCheck } from "../../src/adapter-check/load-check.ts";
import { collectTests } from "../../src/adapter-check/run-tests.ts";
import { parley } from "../support/parley.ts";
import { type Wrong, writePackage } from "./packages.ts";

let cwd: string;
beforeAll(() => (cwd = mkdtempSync(join(tmpdir(), "parley-adapter-"))));
afterAll(() => rmSync(cwd, { recursive: true }));

const check = (...words: string[]) => parley(["adapter", "check", ...words], { cwd });
const checkWrong = (wrong: Wrong, ...words: string[]) => check(writePackage(cwd, wrong), ...words);

describe("an adapter is not checked", () => {
  it.each([
    ["binds no port", "The adapter binds no port of @parley/core."],
    ["has no tests", "suites() has no test."],
    ["cannot name its tests", "suites() failed: no app"],
    ["exports no suites", "exports no function suites"],
    ["exports no adapter", "exports no function adapter"],
    ["exports odd options", "exports options that are no schema."],
    ["makes no adapter", "gave no ContainerModule"],
    ["throws at once", "failed: a token is missing"],
    ["cannot be loaded", "The adapter cannot be loaded: no binding"],
  ] as const)("that %s", async (wrong, sentence) => {
    const checking = loadCheck(join(writePackage(cwd, wrong), "check.mjs")).then(
      async ({ adapter, suites }) => [await adapterFacts(adapter), await collectTests(suites)],
    );
    await expect(checking).rejects.toMatchObject({
      name: "CheckFault",
      message: expect.stringContaining(sentence),
    });
  });
});

describe("parley adapter check", () => {
  it("shows what an adapter is without opening it, and runs its suites", async () => {
    const { code, stdout, stderr } = await checkWrong("nothing");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.replace(/in \d+\.\d s/, "in n s")).toBe(`package   @me/desk 1.2.3
instance  desk
contract  1.0; this parley has 1.0
ports     AgentBackend, Door
doors     /agents/desk
standing  poll

option  type              must be
url     string  required  an address
when    value

passed  desk: 1
passed  desk: answers: 2
3 passed, 0 failed in n s.
`);
  });

  it("tells the same as JSON, a line each", async () => {
    const { code, stdout } = await checkWrong("nothing", "--json");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({
      type: "adapter",
      name: "@me/desk",
      instances: [{ name: "desk", standing: ["poll"], backends: [] }],
      ports: ["AgentBackend", "Door"],
      doors: ["/agents/desk"],
      contract: { adapter: "1.0", parley: "1.0" },
      options: [
        { name: "url", type: "string", required: true, description: "an address" },
        { name: "when", type: "value", required: false, description: "" },
      ],
    });
    expect(lines[3]).toMatchObject({
      type: "test",
      path: ["desk", "answers"],
      title: "once",
      state: "passed",
      why: null,
    });
    expect(lines[4]).toMatchObject({ type: "summary", passed: 3, failed: 0, complete: true });
  });

  it("runs no suite with --no-suites", async () => {
    const { code, stdout } = await checkWrong("has a red test", "--no-suites");
    expect([code, stdout.includes("passed")]).toEqual([0, false]);
  });

  it("says which test failed and why, and ends with 1", async () => {
    const { code, stdout } = await checkWrong("has a red test");
    expect(code).toBe(1);
    expect(stdout).toContain(`failed  desk: answers: once
        it came twice
        the same event.id is shown once
passed  desk: answers: 1
2 passed, 1 failed in `);
    const { stdout: json } = await checkWrong("has a red test", "--json");
    expect(json).toContain('"state":"failed","why":"it came twice\\n');
  });

  it("counts an error that nobody catches as a failed test", async () => {
    const { code, stdout } = await checkWrong("fails between its turns");
    expect([code, stdout]).toEqual([1, expect.stringContaining("a stray error")]);
  });

  it("ends although the adapter leaves something running, and keeps its words off the results", async () => {
    const { code, stdout, stderr } = await checkWrong("leaves something running", "--json");
    expect([code, stderr]).toEqual([0, "started\n"]);
    expect(stdout).not.toContain("started");
  });

  it("says so when the adapter ends its process", async () => {
    const { code, stdout, stderr } = await checkWrong("ends the process");
    expect([code, stderr]).toEqual([1, "parley: The adapter ended its process: exit code 7.\n"]);
    expect(stdout).toContain("2 passed, 0 failed");
    expect(stdout).toContain("The check ended before all tests had run.");
  });

  it("takes an adapter that tells no contract version", async () => {
    const { code, stdout } = await checkWrong("tells no contract");
    expect([code, stdout]).toEqual([0, expect.stringContaining("contract  it tells none;")]);
  });

  it.each([
    ["has another contract", "The adapter was built for version 2.0 of the plugin contract,"],
    ["needs another package", "cannot be imported: Cannot find package 'no-such-package'"],
  ] as const)("ends with 1 and runs no suite where the adapter %s", async (wrong, sentence) => {
    const { code, stdout, stderr } = await checkWrong(wrong);
    expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(sentence)]);
    expect(stderr).toMatch(/^parley: /);
  });

  it("finds an installed package by its name, from below too", async () => {
    const home = mkdtempSync(join(cwd, "installed-"));
    const made = writePackage(home, "nothing");
    mkdirSync(join(home, "node_modules/@me"), { recursive: true });
    renameSync(made, join(home, "node_modules/@me/desk"));
    mkdirSync(join(home, "src"));
    const words = ["adapter", "check", "@me/desk", "--no-suites"];
    const { code, stdout } = await parley(words, { cwd: join(home, "src") });
    expect([code, stdout]).toEqual([0, expect.stringContaining("@me/desk 1.2.3")]);
  });

  it("ends with 2 where there is no such package, or it names no module", async () => {
    const home = mkdtempSync(join(cwd, "wrong-"));
    const manifest = (text: string) => {
      writeFileSync(join(home, "package.json"), text);
      return check(home);
    };
    for (const [run, sentence] of [
      [check("no-such-package"), "There is no package no-such-package.\nGive the path"],
      [check("./nowhere"), "nowhere has no package.json."],
      [manifest("{"), "package.json cannot be read as JSON."],
    ] as const)
      expect(await run).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) });
    const unnamed = await manifest("{}");
    expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining("names no module")]);
    const missing = await manifest('{"name":"desk","parley":{"check":"./dist/check.js"}}');
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining("is missing.\nCompile desk first.\n"),
    ]);
  });
});
