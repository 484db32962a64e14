import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelList } from "@parley/admin-express/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parley } from "../support/parley.ts";
import { Terminal } from "../support/terminal.ts";
import { World } from "../support/gateways/world.ts";

// oxlint-disable-next-line no-control-regex
const acting = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u202e]/;
const ugly = "\u001b]0;title\u0007\u001b[2J\u009b31m\u202eabc\u200b\u00ad\r\nx\u0000";
let world: World;

beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world[Symbol.asyncDispose]());

function at(
  words: readonly string[],
  env: Record<string, string> = {},
  columns?: number,
): Terminal {
  const { home: cwd, env: own } = world.gateway;
  return new Terminal(words, { cwd, env: { ...own, ...env } }, columns);
}

async function channelIds(): Promise<readonly string[]> {
  const { body } = await world.client.ask<ChannelList>("GET", "/channels");
  return body.channels.map(({ id }) => id);
}

describe("a question on a terminal", () => {
  it("is answered by y, and then it is done", async () => {
    await world.channel("asked");
    const terminal = at(["channels", "remove", "asked"]);
    await terminal.until(/Remove channel asked\? This cannot be undone\. \[y\/N\] /);
    terminal.type("y\r");
    expect(await terminal.ended).toBe(0);
    expect(terminal.text).toContain("Channel asked was removed.");
    expect(await channelIds()).not.toContain("asked");
  });

  it("means no for anything else, Enter included", async () => {
    await world.channel("kept");
    for (const keys of ["\r", "n\r", "yess\r"]) {
      const terminal = at(["channels", "remove", "kept"]);
      await terminal.until(/\[y\/N\] /);
      terminal.type(keys);
      expect(await terminal.ended).toBe(1);
      expect(terminal.text).toContain("parley: Nothing was done.");
    }
    expect(await channelIds()).toContain("kept");
  });

  it("is ended by Ctrl-C and by Ctrl-D, and nothing is done", async () => {
    const conversation = await world.says("kept", "1", "hello");
    for (const [keys, code] of [
      ["\u0003", 130],
      ["\u0004", 1],
    ] as const) {
      const terminal = at(["conversations", "erase", conversation]);
      await terminal.until(/Erase conversation .+\[y\/N\] /);
      terminal.type(keys);
      expect(await terminal.ended).toBe(code);
    }
    const found = await world.client.ask<{ id: string }>("GET", `/conversations/${conversation}`);
    expect(found.body.id).toBe(conversation);
  });

  it("stands before everything that cannot be undone", async () => {
    writeFileSync(join(world.gateway.home, "none.yaml"), "channels: []\n");
    for (const words of [
      ["retention", "--older-than", "0d"],
      ["visitors", "erase", "--channel", "kept", "--visitor", "1"],
      ["apply", "none.yaml", "--prune"],
      ["restore", "anything", "--data", "data", "--replace"],
    ]) {
      const terminal = at(words);
      await terminal.until(/\[y\/N\] /);
      terminal.type("n\r");
      expect(await terminal.ended).toBe(1);
      const piped = await parley(words, { cwd: world.gateway.home, env: world.gateway.env });
      expect(piped.code).toBe(2);
      expect(piped.stderr).toContain("Add --yes to do it without a question.");
    }
    expect(await channelIds()).toContain("kept");
  });
});

describe("colours", () => {
  it("are there on a terminal, and not with NO_COLOR or on a dumb one", async () => {
    const coloured = at(["channels", "list"]);
    await coloured.ended;
    expect(coloured.shown).toContain("\u001b[2mid");
    for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) {
      const plain = at(["channels", "list"], env);
      expect(await plain.ended).toBe(0);
      expect(plain.shown).not.toContain("\u001b");
    }
  });
});

describe("words of visitors and receivers", () => {
  it("cannot act on the terminal, in any view", async () => {
    await world.channel("ugly");
    const conversation = await world.says("ugly", ugly, ugly, { name: ugly, email: ugly });
    const delivery = await world.refusedReply(conversation, ugly);
    for (const words of [
      ["conversations", "list"],
      ["conversations", "show", conversation],
      ["conversations", "messages", conversation],
      ["conversations", "show", conversation, "--json"],
      ["conversations", "messages", conversation, "--json"],
      ["conversations", "export", conversation],
      ["deliveries", "list"],
      ["deliveries", "show", delivery],
      ["deliveries", "show", delivery, "--json"],
    ]) {
      const terminal = at(words, { NO_COLOR: "1" }, 200);
      expect(await terminal.ended, terminal.text).toBe(0);
      expect(terminal.shown).toContain("abc");
      expect(terminal.shown, words.join(" ")).not.toMatch(acting);
    }
  });

  it("are exactly the API's bytes in a pipe with --json", async () => {
    const { body } = await world.client.ask<{ conversations: readonly { id: string }[] }>(
      "GET",
      "/conversations",
      { query: { channel: "ugly" } },
    );
    const id = body.conversations[0]?.id ?? "";
    const { text } = await world.client.ask("GET", `/conversations/${id}`);
    const { home: cwd, env } = world.gateway;
    const run = await parley(["conversations", "show", id, "--json"], { cwd, env });
    expect(run.stdout).toBe(`${text}\n`);
  });
});
