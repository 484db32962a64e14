import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConversationList } from "@parley/admin-express/api";
import { eventually } from "../../support/eventually.ts";
import { parley } from "../../support/parley.ts";
import { Terminal } from "../../support/terminal.ts";
import { World } from "../../support/gateways/world.ts";
import { Ingress } from "../../simulate-visitors/support/ingress.ts";

const cwd = import.meta.dirname;
const simulate = (...words: string[]) => ["simulate-visitors", ...words];
let world: World;
let ingressUrl = "";

beforeAll(async () => {
  world = await World.open();
  ingressUrl = world.ingressUrl(await world.channel("crowded"));
});

afterAll(() => world[Symbol.asyncDispose]());

describe("parley simulate-visitors against a gateway", () => {
  it("ends with 0 when everything was accepted, and says so in a pipe, a line a second", async () => {
    const words = simulate(ingressUrl, "--rate", "20", "--seconds", "1.5", "--types", "text,media");
    const { code, stdout, stderr } = await parley(words, { cwd });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^1 s {2}sent \d+ {2}accepted \d+ {2}refused 0 {2}lost 0 {2}in flight \d+ {2}p50 .+ ms {2}p99 .+ ms {2}late .+ ms\n/,
    );
    expect(stdout).toMatch(
      /^After \d+\.\d s:\nsent {6}30\naccepted {2}30\nrefused {3}0\nlost {6}0\n/m,
    );
    expect(stdout).not.toContain("\u001b");
  });

  it("ends with a summary in JSON", async () => {
    const words = simulate(ingressUrl, "--rate", "20", "--seconds", "0.5", "--json");
    const { code, stdout } = await parley(words, { cwd });
    const summary = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "") as object;
    expect([code, summary]).toEqual([
      0,
      expect.objectContaining({ type: "summary", sent: 10, accepted: 10, refused: 0, lost: 0 }),
    ]);
  });

  it("counts what the gateway refuses by code, in words, and ends with 1", async () => {
    const url = world.ingressUrl(await world.channel("removed"));
    const ended = parley(simulate(url, "--rate", "50", "--seconds", "4"), { cwd });
    await eventually(async () => {
      const query = { channel: "removed" };
      const { body } = await world.client.ask<ConversationList>("GET", "/conversations", { query });
      return body.conversations.length > 0;
    });
    await world.client.ask("DELETE", "/channels/removed");
    const { code, stdout } = await ended;
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^accepted +[1-9]\d*\nrefused +(\d+)\n +\1 × 40401: There is nothing at this address$/m,
    );
  });

  it("refuses with 4 when the address is not that of a channel, and does not repeat it", async () => {
    const wrong = ingressUrl.replace(/[^/]+\/crowded$/, "canary-random/crowded");
    const { code, stderr } = await parley(simulate(wrong), { cwd });
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/^parley: There is no channel at this URL: its status is HTTP 404/),
    ]);
    expect(stderr).not.toContain("canary-random");
  });
});

describe("parley simulate-visitors", () => {
  it("ends with 3 when nobody answers", async () => {
    const { code, stderr } = await parley(simulate("http://127.0.0.1:9/a/b"), { cwd });
    expect([code, stderr]).toEqual([3, "parley: No gateway answers there: connection refused.\n"]);
  });

  for (const words of [
    ["shop"],
    ["http://a.example/a/b?c"],
    ["http://a.example/a/b", "--rate", "0"],
    ["http://a.example/a/b", "--visitors", "1.5"],
    ["http://a.example/a/b", "--seconds", "forever"],
    ["http://a.example/a/b", "--types", "text,smoke"],
  ]) {
    it(`refuses ${words.join(" ")} with 2`, async () => {
      const { code, stderr } = await parley(simulate(...words), { cwd });
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: .+ Expected /)]);
    });
  }

  it("draws a panel anew on a terminal, and ends at Ctrl-C with the summary and 0", async () => {
    const ingress = await Ingress.open();
    const terminal = new Terminal(simulate(ingress.url, "--rate", "50"), { cwd });
    await terminal.until(/█*░+ \d+ of 60 s · Ctrl-C ends\n[^]*accepted +\d+/);
    await terminal.until(/Ctrl-C ends[^]*Ctrl-C ends/);
    terminal.type("\u0003");
    expect(await terminal.ended).toBe(0);
    // oxlint-disable-next-line no-control-regex
    expect(terminal.shown).toMatch(/\u001b\[7A[^]*\u001b\[0J/);
    expect(terminal.text).toMatch(
      /After \d+\.\d s:\nsent +(\d+)\naccepted +\1\nrefused +0\nlost +0\n/,
    );
    expect(terminal.text).not.toContain("canary-random");
  });

  it("ends at Ctrl-C although an endpoint never answers, and counts that as lost", async () => {
    const ingress = await Ingress.open(() => null);
    const terminal = new Terminal(simulate(ingress.url, "--rate", "20"), { cwd });
    await terminal.until(/in flight|still without answer/);
    terminal.type("\u0003");
    expect(await terminal.ended).toBe(1);
    expect(terminal.text).toMatch(/lost +(\d+)\n +\1 × still without answer at the end\n/);
  });

  it("lets nothing that an endpoint says act on the terminal", async () => {
    const ingress = await Ingress.open(() => ({ body: '{"error":{"code":"\\u001b[2J"}}' }));
    const words = simulate(ingress.url, "--rate", "20", "--seconds", "0.5");
    const terminal = new Terminal(words, { cwd });
    expect(await terminal.ended).toBe(1);
    expect(terminal.shown).not.toContain("\u001b[2J");
    expect(terminal.text).toContain("10 × HTTP 200");
  });
});
