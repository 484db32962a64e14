import { describe, expect, it } from "vitest";
import { exitCodeMeanings } from "../src/exit-code.ts";
import { parleyProgram } from "../src/program.ts";
import { version } from "../src/version.ts";
import { fakeContext } from "./support/fake-context.ts";
import { parley, type Run } from "./support/parley.ts";
import { json, ScriptedApi } from "./support/gateways/scripted-api.ts";

const cwd = import.meta.dirname;
const ask = (...words: string[]): Promise<Run> => parley(words, { cwd });
const groups = (await parleyProgram(fakeContext())).commands;

describe("parley --help", () => {
  it("names every group with its purpose, the options of all, and every exit code", async () => {
    const { code, stdout, stderr } = await ask("--help");
    expect([code, stderr]).toEqual([0, ""]);
    expect(groups.length).toBeGreaterThan(10);
    const text = stdout.replaceAll(/\s+/g, " ");
    for (const group of groups) expect(text).toContain(` ${group.name()} `);
    for (const group of groups) expect(text).toContain(group.description());
    expect(text).toContain("--url, --token, --data, --json may stand before or after the command");
    for (const [exit, meaning] of exitCodeMeanings) expect(text).toContain(`${exit} ${meaning}`);
  });

  it("is what parley help says, and what parley alone says on stderr with 2", async () => {
    const [help, word, nothing] = await Promise.all([ask("--help"), ask("help"), ask()]);
    expect(word).toEqual(help);
    expect(nothing).toEqual({ code: 2, stdout: "", stderr: help.stdout });
  });

  it("of one group is the same in both orders, and lists its commands alone", async () => {
    const [one, other] = await Promise.all([ask("channels", "--help"), ask("help", "channels")]);
    expect(one.code).toBe(0);
    expect(one.stdout).toMatch(/^Usage: parley channels [^]+ rotate [^]+ sign /);
    expect(one.stdout).not.toContain("backup");
    expect(other).toEqual(one);
  });

  it("of a command shows its options and examples", async () => {
    const { code, stdout } = await ask("channels", "add", "--help");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Usage: parley channels add [^]+--acknowledge [^]+\nExamples:\n {2}\$ /,
    );
  });
});

describe("parley", () => {
  it("tells its version", async () => {
    expect(await ask("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  for (const [words, suggestion] of [
    [["statsu"], "status"],
    [["chanels", "list"], "channels"],
    [["channels", "lits"], "list"],
    [["status", "--jsn"], "--json"],
  ] as const) {
    it(`refuses ${words.join(" ")} with 2, and suggests ${suggestion}`, async () => {
      const { code, stdout, stderr } = await ask(...words);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`(Did you mean ${suggestion}?)`);
    });
  }

  for (const [words, help] of [
    [["channels", "add"], "channels add --help"],
    [["jobs", "list", "--limit"], "jobs list --help"],
    [["channels", "lits"], "channels --help"],
    [["statsu"], "--help"],
  ] as const) {
    it(`says where ${words.join(" ")}, which it refuses, is explained`, async () => {
      const { code, stderr } = await ask(...words);
      expect(code).toBe(2);
      expect(stderr).toMatch(/^error: .+\n/);
      expect(stderr.split("\n").at(-2)).toBe(`Try \`parley ${help}\`.`);
    });
  }

  it("takes the options of all before the command too", async () => {
    const jobs = { jobs: [] };
    await using api = await ScriptedApi.open(json(jobs));
    const run = await ask("--url", api.url, "--json", "jobs", "--token", "t", "list");
    expect(run).toEqual({ code: 0, stdout: `${JSON.stringify(jobs)}\n`, stderr: "" });
    expect(api.asked).toEqual(["GET /admin/v1/jobs"]);
  });
});
