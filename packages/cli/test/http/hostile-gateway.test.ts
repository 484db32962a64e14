import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allCommands } from "../support/cases/all-commands.ts";
import { fakeContext } from "../support/fake-context.ts";
import { refusing, startHostile } from "../support/gateways/hostile-api.ts";
import { actingIn, hostile, ugly } from "../support/cases/hostile-words.ts";
import { ScriptedApi } from "../support/gateways/scripted-api.ts";
import { TemporaryDirectory } from "../support/temporary-directory.ts";
import { Terminal } from "../support/terminal.ts";

const opened = new AsyncDisposableStack();
const { path: cwd } = opened.use(new TemporaryDirectory());
let url = "";
let refusingUrl = "";

const shapes = '{"channels":[{"id":"added","chatApiUrl":"https://a.example"}]}';
const strange = JSON.stringify({ channels: [{ id: ugly("a"), [ugly("colour")]: 1 }] });
const commandLines: readonly string[] = [
  "channels add x https://x.example",
  "channels list",
  "channels show x",
  "channels set x --media lenient",
  "channels rotate x --now",
  "channels sign x",
  "channels unsign x",
  "channels remove x --yes",
  "apply channels.json",
  "apply channels.json --check --prune",
  "apply strange.json",
  "apply channels.json --prune --yes",
  "deliveries list",
  "deliveries show d.1",
  "deliveries retry d.1",
  "dead-letters list",
  "dead-letters redeliver c.1",
  "conversations list",
  "conversations show c1",
  "conversations messages c1",
  "conversations assign c1 --to support",
  "conversations owners",
  "conversations history c1",
  "conversations export c1",
  "conversations export --out exported.jsonl",
  "conversations erase c1 --yes",
  "visitors erase --channel x --visitor v --yes",
  "retention --older-than 1d --yes",
  "backup",
  "backups list",
  "jobs list",
  "jobs watch x",
  "status",
  "doctor",
  "openapi",
];
/** Commands that print nothing from the answer. */
const wordless: ReadonlySet<string> = new Set([
  "channels unsign x",
  "channels remove x --yes",
  "apply channels.json --check --prune",
  "dead-letters redeliver c.1",
]);
const commands = await allCommands(fakeContext());
const asking = commands.filter(([, { options }]) => options.some(({ long }) => long === "--url"));

beforeAll(async () => {
  writeFileSync(join(cwd, "channels.json"), shapes);
  writeFileSync(join(cwd, "strange.json"), strange);
  url = opened.use(await startHostile()).url;
  refusingUrl = opened.use(await ScriptedApi.open(refusing)).url;
});
afterAll(() => opened.disposeAsync());

async function shownBy(line: string, at: string): Promise<string> {
  const words = [...line.split(" "), "--url", at, "--token", "t"];
  const terminal = new Terminal(words, { cwd, env: { NO_COLOR: "1" } }, 400);
  await terminal.ended;
  expect(terminal.text).not.toContain("Internal error (");
  expect(terminal.text).not.toContain("is not a Parley gateway");
  return terminal.shown;
}

it("the command lines are of all commands that ask a gateway", () => {
  const untried = asking.filter(
    ([name]) => !commandLines.some((line) => `${line} `.startsWith(`${name} `)),
  );
  expect(untried.map(([name]) => name)).toEqual([]);
});

it("the words act on a terminal, each part of them", () => {
  for (const part of hostile.matchAll(/[\p{Cc}\u2028\u202e]/gu)) {
    if (part[0] !== "\n") expect(actingIn(part[0])).toBe(part[0]);
  }
});

describe("nothing that a gateway says acts on the terminal:", () => {
  it.concurrent.each(commandLines)("parley %s", async (line) => {
    const shown = await shownBy(line, url);
    expect(shown.includes("fake line"), JSON.stringify(shown)).toBe(!wordless.has(line));
    expect(actingIn(shown), JSON.stringify(shown)).toBe(null);
    expect(shown).not.toMatch(/^fake line/m);
  });

  it.concurrent.each(["status", "channels add x https://x.example", "apply channels.json"])(
    "parley %s, which it refuses",
    async (line) => {
      const shown = await shownBy(line, refusingUrl);
      expect(shown).toContain("refused");
      expect(actingIn(shown), JSON.stringify(shown)).toBe(null);
      expect(shown).not.toMatch(/^fake line/m);
    },
  );

  it("not even the question before channels are removed", async () => {
    const words = ["apply", "channels.json", "--prune", "--url", url, "--token", "t"];
    const terminal = new Terminal(words, { cwd, env: { NO_COLOR: "1" } }, 400);
    await terminal.until(/Remove ch.+\[y\/N\] /);
    terminal.type("n\r");
    await terminal.ended;
    expect(actingIn(terminal.shown), JSON.stringify(terminal.shown)).toBe(null);
  });
});
