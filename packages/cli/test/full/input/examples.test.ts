import { execFile } from "node:child_process";
import { cpSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Backup } from "@parley/admin-express/api";
import { startPostgres } from "@parley/embedded-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  exampleBackup,
  exampleConversation,
  exampleDelivery,
  exampleJob,
  exampleTarget,
} from "../../../src/input/examples.ts";
import { writePackage } from "../../adapter-check/packages.ts";
import { allCommands } from "../../support/cases/all-commands.ts";
import { fakeContext } from "../../support/fake-context.ts";
import { cleanEnvironment, command as parleyCommand } from "../../support/parley.ts";
import { deadLetterOf, startRejecting } from "../../support/gateways/rejecting-gateway.ts";
import { World } from "../../support/gateways/world.ts";

const opened = new AsyncDisposableStack();
let world: World;
let rejectingUrl = "";
let real: (example: string) => string;

beforeAll(async () => {
  world = opened.use(await World.open());
  const { home } = world.gateway;
  const rejecting = opened.use(await startRejecting(join(home, "rejecting")));
  rejectingUrl = rejecting.url;
  const deadLetter = await deadLetterOf(rejecting);
  const channel = await world.shop();
  const conversation = await world.says(channel, "42", "hello there");
  const failed = await world.refusedReply(conversation, "no such visitor here");
  const job = await world.job("/backups", {});
  const { path } = job.result as Backup;
  const postgres = opened.adopt(await startPostgres(), (server) => server.stop());
  cpSync(path, join(home, "stopped"), { recursive: true });
  renameSync(writePackage(home), join(home, "my-app"));
  writeFileSync(
    join(home, "channels.yaml"),
    "channels:\n  - { id: shop, chatApiUrl: https://shop.example/chat }\n  - { id: added, chatApiUrl: https://added.example }\n",
  );
  const channelSecret = world.ingressUrl(channel).split("/").at(-2) ?? "";
  real = (example) =>
    example
      .replace(exampleDelivery, example.includes("dead-letters") ? deadLetter : failed)
      .replace(exampleConversation, conversation)
      .replace(exampleBackup, path)
      .replace("sqlite:./data", "sqlite:./stopped")
      .replace("repair --data ./data", "repair --data ./stopped")
      .replace(exampleTarget, postgres.connectionString)
      .replace(`watch ${exampleJob}`, `watch ${job.id}`)
      .replace("http://127.0.0.1:8080", world.gateway.url)
      .replace("RANDOM_STRING", channelSecret)
      .replace("http://127.0.0.1:3000/hook", world.receiver.url)
      .replace(
        "https://shop.example/agent-messages",
        `${world.receiver.url} --allow-insecure-loopback`,
      );
});

afterAll(() => opened.disposeAsync());

/** All commands with the examples of their help. */
async function examplesOfAll(): Promise<readonly (readonly [string, readonly string[]])[]> {
  const commands = await allCommands(fakeContext());
  return Promise.all(
    commands.map(async ([name]) => {
      const context = fakeContext();
      const shown = (await allCommands(context)).find(([other]) => other === name);
      shown?.[1].outputHelp();
      const lines = context.written.split("\nExamples:\n")[1]?.trimEnd().split("\n") ?? [];
      return [name, lines.map((line) => line.replace(/^ {2}\$ /, ""))] as const;
    }),
  );
}

const all = await examplesOfAll();
/** Commands that remove data come last, in this order. */
const takers = [
  /^parley channels rotate/,
  /^parley (?:channels remove|\S+ erase|retention|apply .+--prune)/,
];
const rank = (example: string) => takers.findIndex((taker) => taker.test(example));
const examples = all
  .flatMap(([, examples]) => examples)
  .toSorted((one, other) => rank(one) - rank(other));

/** Receivers below .example are unreachable, so some checks fail. The dry run finds differences. */
function expectedCode(example: string): number {
  if (example.includes("--dry-run")) return 5;
  return example.startsWith("parley doctor") ? 1 : 0;
}

/** Runs a line in a shell that knows `parley`. */
function shell(line: string): Promise<{ readonly code: number; readonly text: string }> {
  const words = [process.execPath, ...parleyCommand].map((word) => `'${word}'`).join(" ");
  const rejecting = { PARLEY_URL: rejectingUrl, PARLEY_DATA: "rejecting/data" };
  const own = line.includes("dead-letters") ? rejecting : world.gateway.env;
  const settings = { cwd: world.gateway.home, env: cleanEnvironment(own) };
  return new Promise((resolve) => {
    const script = `parley() { ${words} "$@"; }\n${line}`;
    const child = execFile("/bin/sh", ["-c", script], settings, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });
}

it.each(all)("parley %s has examples of itself", (name, examples) => {
  expect(examples.length).toBeGreaterThan(0);
  for (const example of examples) expect(`${example} `).toContain(`parley ${name} `);
});

describe("each example works on the quickstart:", () => {
  it.each(examples)("%s", async (example) => {
    const { code, text } = await shell(real(example));
    expect(code, text).toBe(expectedCode(example));
  });
});
