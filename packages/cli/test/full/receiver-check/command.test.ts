import { describe, expect, it } from "vitest";
import { ruleRows } from "../../../src/receiver-check/rules/rules.ts";
import { parley } from "../../support/parley.ts";
import { Terminal } from "../../support/terminal.ts";
import { openReceiver, refusal } from "../../receiver-check/support/receiver.ts";
import { signingKey, verifier } from "../../receiver-check/support/verifiers.ts";

const cwd = import.meta.dirname;
const here = "--allow-insecure-loopback";
const check = (...words: string[]) => ["receiver", "check", ...words];
const hostileWords = "\u001b[2J\u0007\u009b31m gone\r\nX \u202Eevil";

// oxlint-disable-next-line no-control-regex
const colour = /\u001b\[(?:\d+m|\?\d+[hl])/g;
// oxlint-disable-next-line no-control-regex
const acting = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]/;

describe("parley receiver check, in a pipe", () => {
  it("ends with 0 and a JSON text a line for a perfect receiver, with the key from the environment", async () => {
    const url = await openReceiver(verifier());
    const env = { PARLEY_SIGNING_KEY: signingKey };
    const { code, stdout, stderr } = await parley(check(url, here, "--json"), { cwd, env });
    const lines = stdout.trimEnd().split("\n");
    const verdicts = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const summary = verdicts.pop();
    expect(verdicts.map(({ type, rule, state }) => [type, rule, state])).toEqual(
      ruleRows.map(({ id }) => ["verdict", id, "passed"]),
    );
    expect(summary).toEqual({
      type: "summary",
      passed: ruleRows.length,
      warned: 0,
      failed: 0,
      skipped: 0,
      complete: true,
      durationMs: expect.any(Number) as number,
    });
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("ends with 1 and shows request, answer and advice for what failed, without colours", async () => {
    const url = await openReceiver({
      react: ({ repeated }) => (repeated ? refusal("Duplicate") : null),
    });
    const { code, stdout } = await parley(check(url, here, "--channel", "shop"), { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain(`Sending agent messages of channel shop to ${url}\n`);
    expect(stdout).toMatch(/^passed {3}text-emoji +It was acknowledged, and the answer shows/m);
    expect(stdout).toMatch(
      /^failed {3}repeat +The second time: It was refused .+: “Duplicate”\.\n {4}Played {3}the same message twice, .+ \(§6\)\n {4}Do {7}Remember message\.id/m,
    );
    expect(stdout).toMatch(
      /^ {4}POST http:\S+\/agent-messages\/shop\n {4}host: [^]+^ {4}content-length: \d+\n\n {4}\{"sender":\{"name":"Parley receiver check"\},"recipient":[^\n]+\n\n {4}HTTP 200 \(\d+ ms\)\n {4}content-type: application\/json\n[^]+^ {4}\{"error":\{"code":17,"message":"Duplicate"\}\}$/m,
    );
    expect(stdout).toMatch(/^skipped {2}4 rules +No signing key was given \(--secret\)\.$/m);
    expect(stdout).toMatch(/\n\n\d+ passed, 0 warned, 1 failed, 4 skipped in \d+\.\d s\.\n/);
    expect(stdout).not.toContain("\u001b");
  });

  it("plays what was asked for, and shows everything when told", async () => {
    const url = await openReceiver();
    const words = check(url, here, "--only", "type-typein", "--verbose");
    const { code, stdout } = await parley(words, { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {4}\{"sender":\{"name":"Agent"\},.+"type":"typein"/m);
    expect(stdout).toContain("\n1 passed, 0 warned, 0 failed, 0 skipped in ");
    expect(stdout).toMatch(
      /\nThe receiver was sent 1 message, for "parley-receiver-check"\. Messages that it stored are still there\.\n$/,
    );
  });

  it("hands the knobs on", async () => {
    const url = await openReceiver({ react: () => ({ status: 202, body: "" }) });
    const words = check(url, here, "--acknowledge", "any-2xx", "--only", "status,chunked");
    const { code, stdout } = await parley(words, { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining("\n2 passed,")]);
  });

  const mistakes: readonly (readonly [string, readonly string[], RegExp])[] = [
    [
      "an unknown rule",
      ["https://a.example", "--only", "nosuch"],
      /The rules are target, deadline/,
    ],
    ["a URL that is none", ["shop"], /It must be an absolute http or https URL\./],
    ["a channel that is none", ["https://a.example", "--channel", "a b"], /1 to 64 characters/],
    [
      "a key that is none",
      ["https://a.example", "--secret", "canary"],
      /^parley: The signing key is not/,
    ],
    [
      "a target that is none",
      ["https://a.example", "--allow-target", "a/b"],
      /^parley: "a\/b" is neither/,
    ],
  ];
  for (const [name, words, message] of mistakes) {
    it(`refuses ${name} with 2, and does not repeat a key`, async () => {
      const { code, stderr } = await parley(check(...words), { cwd });
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
      expect(stderr).not.toContain("canary");
    });
  }
});

describe("parley receiver check, on a terminal", () => {
  it("colours verdicts, and nothing that a receiver says acts on the terminal", async () => {
    const url = await openReceiver({
      react: ({ message }) => (message["type"] === "sticker" ? refusal(hostileWords) : null),
    });
    const terminal = new Terminal(check(url, here, "--verbose"), { cwd }, 200);
    expect(await terminal.ended).toBe(1);
    expect(terminal.shown).toContain("\u001b[32mpassed   \u001b[39m");
    expect(terminal.shown).toContain("\u001b[31mfailed   \u001b[39m");
    expect(terminal.shown.replaceAll(colour, "")).not.toMatch(acting);
    expect(terminal.text).toContain("‹U+001B›[2J");
  });

  it("ends at Ctrl-C with what stands so far, and with 130", async () => {
    const url = await openReceiver({
      react: ({ message }) => (message["type"] === "audio" ? "silence" : null),
    });
    const terminal = new Terminal(check(url, here), { cwd });
    await terminal.until(/type-video/);
    terminal.type("\u0003");
    expect(await terminal.ended).toBe(130);
    expect(terminal.text).toMatch(/ passed, .+ The check ended before all rules were checked\./);
  });
});
