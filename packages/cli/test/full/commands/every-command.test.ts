import { cpSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Backup } from "@parley/admin-express/api";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writePackage } from "../../adapter-check/packages.ts";
import { allCommands } from "../../support/cases/all-commands.ts";
import { channelCases } from "../../support/cases/channel-cases.ts";
import {
  type CommandCase,
  type CommandCases,
  type Medium,
  noGateway,
  type Stage,
  unreachable,
} from "../../support/cases/command-case.ts";
import { fakeContext } from "../../support/fake-context.ts";
import { gatewayCases } from "../../support/cases/gateway-cases.ts";
import { messageCases } from "../../support/cases/message-cases.ts";
import { parley } from "../../support/parley.ts";
import { deadLetterOf, startRejecting } from "../../support/gateways/rejecting-gateway.ts";
import { Terminal } from "../../support/terminal.ts";
import { World } from "../../support/gateways/world.ts";

const opened = new AsyncDisposableStack();
const stages = new Map<Medium, Stage>();
let world: World;
let cases: CommandCases;
let postgres: EmbeddedPostgres;

const media: readonly Medium[] = ["pipe", "terminal", "json"];
// oxlint-disable-next-line no-control-regex
const escape = /\u001b/;

beforeAll(async () => {
  world = opened.use(await World.open());
  const { home } = world.gateway;
  postgres = opened.adopt(await startPostgres(), (server) => server.stop());
  const rejecting = opened.use(await startRejecting(join(home, "rejecting")));
  cases = {
    ...channelCases,
    ...messageCases(rejecting.url, await deadLetterOf(rejecting)),
    ...gatewayCases(rejecting.url),
  };
  const body = { id: "unreachable", chatApiUrl: "http://127.0.0.1:9" };
  await world.client.ask("POST", "/channels", { body });
  writeFileSync(
    join(home, "wrong.yaml"),
    "channels:\n  - id: a\n    chatApiUrl: https://a.example\n    colour: red\n",
  );
  renameSync(writePackage(home), join(home, "my-app"));
  const job = await world.job("/backups", {});
  const { path: backup } = job.result as Backup;
  for (const medium of media) stages.set(medium, await stageOf(medium, job.id, backup));
});

afterAll(() => opened.disposeAsync());

async function stageOf(medium: Medium, job: string, backup: string): Promise<Stage> {
  writeFileSync(
    join(world.gateway.home, `${medium}.yaml`),
    `channels:\n  - { id: ${medium}-applied, chatApiUrl: "https://applied.example" }\n`,
  );
  const stopped = `${medium}-stopped`;
  cpSync(backup, join(world.gateway.home, stopped), { recursive: true });
  const channel = await world.channel(`${medium}-a`);
  const conversation = await world.says(channel, "42", "hello there", { name: "Ada" });
  await world.says(channel, "to-forget", "forget me");
  return {
    medium,
    channel,
    doomed: await world.channel(`${medium}-b`),
    ingressUrl: world.ingressUrl(await world.channel(`${medium}-c`)),
    receiverUrl: world.receiver.url,
    conversation,
    erasable: await world.says(channel, "43", "forget me too"),
    failed: await world.refusedReply(conversation, "no such visitor here"),
    job,
    backup,
    stopped,
    databaseUrl: postgres.connectionString,
  };
}

const commands = await allCommands(fakeContext());
const names = commands.map(([name]) => name);
const asking = commands.filter(([, { options }]) => options.some(({ long }) => long === "--url"));

// The gateway runs one such job at a time, and a dead letter can be redelivered only once before it fails again.
const oneAtATime = new Set(["backup", "retention", "dead-letters redeliver"]);

const caseOf = (name: string) => cases[name] as CommandCase;
const stageFor = (medium: Medium) => stages.get(medium) as Stage;
const runOptions = () => ({ cwd: world.gateway.home, env: world.gateway.env });

it("the cases are those of all commands", () => {
  expect(Object.keys(cases).toSorted()).toEqual(names.toSorted());
});

// One command after another, each in a pipe, on a terminal and as JSON in parallel.
describe.each(names)("parley %s", (name) => {
  const together = { concurrent: !oneAtATime.has(name) };

  it("works in a pipe, without colours", together, async () => {
    const { works, says } = caseOf(name);
    const run = await parley(works(stageFor("pipe")), runOptions());
    expect(run.stdout).toMatch(says);
    expect(run.stdout + run.stderr).not.toMatch(escape);
    expect(run.code).toBe(0);
  });

  it("works on a terminal", together, async () => {
    const { works, says } = caseOf(name);
    const terminal = new Terminal(works(stageFor("terminal")), runOptions(), 140);
    expect(await terminal.ended, terminal.text).toBe(0);
    expect(terminal.text).toMatch(says);
  });

  it("prints nothing but JSON with --json", together, async () => {
    const run = await parley([...caseOf(name).works(stageFor("json")), "--json"], runOptions());
    expect([run.code, run.stdout.endsWith("\n")], run.stderr).toEqual([0, true]);
    const values = run.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(values.filter((value) => typeof value !== "object" || value === null)).toEqual([]);
  });

  it("fails in a pipe, with an exit code and nothing but words on stderr", together, async () => {
    const { fails, code, tells, finds } = caseOf(name);
    const run = await parley(fails(stageFor("pipe")), runOptions());
    expect(finds ? run.stdout : run.stderr).toMatch(tells);
    expect(finds ? run.stderr : run.stdout).toBe("");
    expect(run.code).toBe(code);
  });

  it("fails on a terminal alike", together, async () => {
    const { fails, code, tells } = caseOf(name);
    const terminal = new Terminal(fails(stageFor("terminal")), runOptions(), 140);
    expect(await terminal.ended, terminal.text).toBe(code);
    expect(terminal.text).toMatch(tells);
  });
});

describe("a gateway that does not run", () => {
  it("is asked by all commands but six", () => {
    const others = names.filter((name) => !asking.some(([asker]) => asker === name));
    expect(others).toEqual([
      "restore",
      "repair",
      "migrate",
      "receiver check",
      "adapter check",
      "simulate-visitors",
    ]);
  });

  it.concurrent.each(asking)("is reported clearly by parley %s", async (name) => {
    const words = [...caseOf(name).works(stageFor("pipe")), ...noGateway];
    const { code, stdout, stderr } = await parley(words, runOptions());
    expect(stderr).toMatch(unreachable.tells);
    expect([code, stdout]).toEqual([unreachable.code, ""]);
  });
});
