import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Backup, DeadLetterList } from "@parley/admin-express/api";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AdminClient } from "../src/admin-client.ts";
import { findConnection } from "../src/connection.ts";
import { parleyProgram } from "../src/program.ts";
import { commandCases, type Medium, type Stage } from "./support/command-cases.ts";
import { eventually } from "./support/eventually.ts";
import { fakeContext } from "./support/fake-context.ts";
import { GatewayProcess } from "./support/gateway-process.ts";
import { parley } from "./support/parley.ts";
import { Terminal } from "./support/terminal.ts";
import { World } from "./support/world.ts";

const opened = new AsyncDisposableStack();
const stages = new Map<Medium, Stage>();
let world: World;
let cases: ReturnType<typeof commandCases>;

/** Commands that bring tests of their own. */
const tested = new Set(["receiver check", "simulate-visitors"]);
const media: readonly Medium[] = ["pipe", "terminal"];
// eslint-disable-next-line no-control-regex
const escape = /\u001b/;

beforeAll(async () => {
  world = opened.use(await World.open());
  const { home } = world.gateway;
  mkdirSync(join(home, "rejecting"));
  const fixture = fileURLToPath(new URL("support/rejecting-gateway.fixture.ts", import.meta.url));
  const rejecting = opened.use(await GatewayProcess.start(join(home, "rejecting"), fixture));
  cases = commandCases(rejecting.url, await deadLetterOf(rejecting));
  const body = { id: "unreachable", chatApiUrl: "http://127.0.0.1:9" };
  await world.client.ask("POST", "/channels", { body });
  writeFileSync(
    join(home, "wrong.yaml"),
    "channels:\n  - id: a\n    chatApiUrl: https://a.example\n    colour: red\n",
  );
  const job = await world.job("/backups", {});
  const { path: backup } = job.result as Backup;
  for (const medium of media) stages.set(medium, await stageOf(medium, job.id, backup));
});

afterAll(() => opened.disposeAsync());

async function deadLetterOf(gateway: GatewayProcess): Promise<string> {
  const connection = findConnection({ url: gateway.url, token: gateway.token }, {});
  const client = new AdminClient(connection, new AbortController().signal);
  return eventually(async () => {
    const { body } = await client.ask<DeadLetterList>("GET", "/dead-letters");
    const [newest, oldest] = body.deadLetters;
    return newest && oldest && `${oldest.conversationId}.${oldest.sequence}`;
  });
}

async function stageOf(medium: Medium, job: string, backup: string): Promise<Stage> {
  writeFileSync(
    join(world.gateway.home, `${medium}.yaml`),
    `channels:\n  - { id: ${medium}-applied, chatApiUrl: "https://applied.example" }\n`,
  );
  const channel = await world.channel(`${medium}-a`);
  const conversation = await world.says(channel, "42", "hello there", { name: "Ada" });
  await world.says(channel, "to-forget", "forget me");
  return {
    medium,
    channel,
    doomed: await world.channel(`${medium}-b`),
    conversation,
    erasable: await world.says(channel, "43", "forget me too"),
    failed: await world.refusedReply(conversation, "no such visitor here"),
    job,
    backup,
  };
}

/** Every command that does something, by its name. */
function leaves(program: Command, path: readonly string[] = []): readonly string[] {
  return program.commands.flatMap((command) => {
    const words = [...path, command.name()];
    return command.commands.length > 0 ? leaves(command, words) : [words.join(" ")];
  });
}

const names = leaves(await parleyProgram(fakeContext())).filter((name) => !tested.has(name));

it("the cases are those of all commands", () => {
  expect(Object.keys(cases).toSorted()).toEqual(names.toSorted());
});

describe.each(names)("parley %s", (name) => {
  const stage = (medium: Medium) => stages.get(medium) as Stage;

  it("works in a pipe, without colours", async () => {
    const { works, says } = cases[name] as (typeof cases)[string];
    const { home: cwd, env } = world.gateway;
    const run = await parley(works(stage("pipe")), { cwd, env });
    expect(run.stdout).toMatch(says);
    expect(run.stdout + run.stderr).not.toMatch(escape);
    expect(run.code).toBe(0);
  });

  it("works on a terminal", async () => {
    const { works, says } = cases[name] as (typeof cases)[string];
    const { home: cwd, env } = world.gateway;
    const terminal = new Terminal(works(stage("terminal")), { cwd, env }, 140);
    expect(await terminal.ended, terminal.text).toBe(0);
    expect(terminal.text).toMatch(says);
  });

  it("fails in a pipe, with an exit code and nothing but words on stderr", async () => {
    const { fails, code, tells } = cases[name] as (typeof cases)[string];
    const { home: cwd, env } = world.gateway;
    const run = await parley(fails(stage("pipe")), { cwd, env });
    const findings = name === "doctor";
    expect(findings ? run.stdout : run.stderr).toMatch(tells);
    expect(findings ? run.stderr : run.stdout).toBe("");
    expect(run.code).toBe(code);
  });

  it("fails on a terminal alike", async () => {
    const { fails, code, tells } = cases[name] as (typeof cases)[string];
    const { home: cwd, env } = world.gateway;
    const terminal = new Terminal(fails(stage("terminal")), { cwd, env }, 140);
    expect(await terminal.ended, terminal.text).toBe(code);
    expect(terminal.text).toMatch(tells);
  });
});
