import type { Backup, Job } from "@parley/admin-express/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parley } from "../support/parley.ts";
import { json, ScriptedApi } from "../support/gateways/scripted-api.ts";
import { Terminal } from "../support/terminal.ts";
import { World } from "../support/gateways/world.ts";

const job = { id: "7", kind: "backup", startedAt: 0, endedAt: null, result: null, error: null };
const home = () => world.gateway.home;
const runOptions = () => ({ cwd: home(), env: world.gateway.env });
let world: World;
let backup = "";

beforeAll(async () => {
  world = await World.open();
  await world.says(await world.channel("talkative"), "1", "hello");
  const made: Job = await world.job("/backups", {});
  backup = (made.result as Backup).path;
});
afterAll(() => world[Symbol.asyncDispose]());

/** Long commands, their progress on a terminal, and their result in a pipe. */
const works: readonly (readonly [string, (target: string) => readonly string[], RegExp, RegExp])[] =
  [
    ["a backup", () => ["backup"], /Backup [░█]{24} \d+ %/, /^(?:Backup: \d+ %\n)+$/],
    [
      "retention",
      () => ["retention", "--older-than", "90d", "--yes"],
      /Retention (?:[░█]{24} )?\d+/,
      /^(?:Retention: \d+.*\n)+$/,
    ],
    [
      "an export into a file",
      (target) => ["conversations", "export", "--out", `${target}.jsonl`],
      /Messages \d+/,
      /^(?:Messages: \d+\n)+1 conversation and 1 message: .+\.jsonl\n$/,
    ],
    [
      "a restore",
      (target) => ["restore", backup, "--data", target],
      /Files \d+/,
      /^(?:Files: \d+\n)+$/,
    ],
  ];

describe.each(works)("%s", (_name, words, shown, said) => {
  it("shows its progress on a terminal, and removes it at the end", async () => {
    const terminal = new Terminal(words("terminal"), runOptions());
    expect(await terminal.ended, terminal.text).toBe(0);
    expect(terminal.shown).toMatch(shown);
    expect(terminal.text).not.toMatch(shown);
    expect(terminal.shown).toContain("\u001b[?25h");
  });

  it("prints its progress in a pipe, in plain lines on stderr", async () => {
    const { code, stdout, stderr } = await parley(words("pipe"), runOptions());
    expect(stderr).toMatch(said);
    expect(stdout).not.toMatch(said);
    expect(code).toBe(0);
  });
});

describe("a job in the gateway", () => {
  const endings = [
    ["Ctrl-C", 130, (terminal: Terminal) => terminal.type("\u0003")],
    ["SIGTERM", 143, (terminal: Terminal) => terminal.terminate()],
  ] as const;
  it.each(endings)(
    "goes on in the gateway after %s, which ends with %i, says so and how to see it again",
    async (_name, code, end) => {
      const running = json({ ...job, state: "running", done: 49, total: 100 });
      await using api = await ScriptedApi.open(running);
      const terminal = new Terminal(["backup"], { cwd: home(), env: { PARLEY_URL: api.url } });
      await terminal.until(/Backup [░█]+ 49 %/);
      end(terminal);
      expect(await terminal.ended).toBe(code);
      expect(terminal.text).toMatch(
        /^The job continues while the gateway runs; parley jobs watch 7 shows it again\.\nInterrupted\.\n$/m,
      );
      expect(terminal.shown).toContain("\u001b[?25h");
    },
  );

  it("that fails ends with 1 and the gateway's reason", async () => {
    const failed = json({ ...job, state: "failed", done: 3, total: 100, error: "full\u001b[2J" });
    await using api = await ScriptedApi.open(failed);
    const run = await parley(["jobs", "watch", "7", "--url", api.url], { cwd: home() });
    expect(run.code).toBe(1);
    expect(run.stderr).toBe("Backup: 3 %\nparley: full‹U+001B›[2J\n");
  });
});
