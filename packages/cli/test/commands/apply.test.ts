import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChannelList } from "@parley/admin-express/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parley, type Run } from "../support/parley.ts";
import { World } from "../support/gateways/world.ts";

let world: World;

beforeAll(async () => {
  world = await World.open();
});
afterAll(() => world[Symbol.asyncDispose]());

function apply(file: string, ...words: readonly string[]): Promise<Run> {
  const { home: cwd, env } = world.gateway;
  return parley(["apply", file, ...words], { cwd, env });
}

function write(name: string, channels: readonly object[]): string {
  writeFileSync(join(world.gateway.home, name), JSON.stringify({ channels }));
  return name;
}

async function channels(): Promise<ChannelList["channels"]> {
  return (await world.client.ask<ChannelList>("GET", "/channels")).body.channels;
}

const url = "https://a.example/chat";

describe("parley apply", () => {
  it("shows what it would do, does nothing, and ends with 5 on a dry run", async () => {
    const before = await channels();
    const file = write("dry.json", [{ id: "dry", chatApiUrl: url, hiddenErrorCodes: [1, 2] }]);
    const run = await apply(file, "--dry-run");
    expect(run.stdout).toMatch(/^\+ dry\n {4}chatApiUrl: https:\/\/a\.example\/chat\n/);
    expect(run.stdout).toContain("    hiddenErrorCodes: [1, 2]\n");
    expect(run.stdout).toContain("1 to add, 0 to change, 0 to remove, 0 unchanged\n");
    expect(run.stderr).toBe(
      "Not in the file, and left as they are: shop (--prune removes them).\n",
    );
    expect(run.code).toBe(5);
    expect(await channels()).toEqual(before);
  });

  it("says it in one line, and ends with 5, on a check", async () => {
    const run = await apply(write("check.json", [{ id: "check", chatApiUrl: url }]), "--check");
    expect(run).toEqual({
      code: 5,
      stdout: "1 to add, 0 to change, 0 to remove, 0 unchanged\n",
      stderr: "",
    });
  });

  it("does what the file says, once: the second run changes nothing", async () => {
    const file = write("twice.json", [
      { id: "twice", chatApiUrl: url, acknowledge: "any-2xx", signed: true },
    ]);
    const first = await apply(file);
    expect(first.stdout).toMatch(/^ingressUrl {2}http.+\/twice$/m);
    expect(first.stdout).toMatch(/^signingKey {2}whsec_/m);
    expect(first.stdout).toMatch(/^twice was added\.$/m);
    expect(first.code).toBe(0);
    const after = await channels();
    const second = await apply(file);
    expect(second.stdout).toBe("0 to add, 0 to change, 0 to remove, 1 unchanged\n");
    expect(second.code).toBe(0);
    expect(await channels()).toEqual(after);
    expect((await apply(file, "--check")).code).toBe(0);
  });

  it("changes what differs, and puts back to its default what the file leaves out", async () => {
    await apply(
      write("old.json", [
        { id: "back", chatApiUrl: url, media: "lenient", hiddenErrorCodes: [7], signed: true },
      ]),
    );
    const run = await apply(write("new.json", [{ id: "back", chatApiUrl: `${url}/2` }]));
    expect(run.stdout).toBe(
      "~ back\n" +
        `    chatApiUrl: ${url} → ${url}/2\n` +
        "    media: lenient → strict\n" +
        "    hiddenErrorCodes: [7] → none\n" +
        "    signed: true → false\n" +
        "0 to add, 1 to change, 0 to remove, 0 unchanged\n" +
        "back was changed.\n",
    );
    const back = (await channels()).find(({ id }) => id === "back");
    expect(back).toMatchObject({ chatApiUrl: `${url}/2`, media: "strict", signed: false });
  });

  it("sees no change in the output of channels list --json", async () => {
    const { home: cwd, env } = world.gateway;
    const listed = await parley(["channels", "list", "--json"], { cwd, env });
    const run = await parley(["apply", "-", "--check"], { cwd, env, input: listed.stdout });
    expect(run.code, run.stdout + run.stderr).toBe(0);
  });

  it("removes what is not in the file only with --prune, and in a pipe only with --yes", async () => {
    await apply(
      write("both.json", [
        { id: "stays", chatApiUrl: url },
        { id: "goes", chatApiUrl: url },
      ]),
    );
    const others = (await channels()).filter(({ id }) => id !== "goes");
    const file = write("pruned.json", others);
    const refused = await apply(file, "--prune");
    expect(refused.code).toBe(2);
    expect(refused.stdout).toMatch(/^- goes\n/);
    expect(refused.stderr).toMatch(/^parley: Remove goes\? .+There is no terminal to ask in/);
    expect((await channels()).some(({ id }) => id === "goes")).toBe(true);
    const pruned = await apply(file, "--prune", "--yes");
    expect(pruned.code).toBe(0);
    expect((await channels()).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  });

  it("keeps secrets off the screen in a file that only its owner reads, and adds to it", async () => {
    const out = join(world.gateway.home, "secrets.jsonl");
    writeFileSync(out, '{"id":"earlier"}\n', { mode: 0o644 });
    const file = write("secret.json", [{ id: "secret", chatApiUrl: url, signed: true }]);
    const run = await apply(file, "--secrets-out", out);
    expect(run.code).toBe(0);
    const lines = readFileSync(out, "utf8").trimEnd().split("\n");
    const kept = lines.map((line) => JSON.parse(line) as Record<string, string>);
    expect(kept.map((line) => Object.keys(line))).toEqual([
      ["id"],
      ["id", "ingressUrl", "statusUrl"],
      ["id", "signingKey"],
    ]);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    for (const secret of [kept[1]?.["ingressUrl"], kept[2]?.["signingKey"]]) {
      expect(secret).toBeDefined();
      expect(run.stdout + run.stderr).not.toContain(secret);
    }
  });

  it("changes nothing when its secrets could not be kept", async () => {
    const file = write("unkept.json", [{ id: "unkept", chatApiUrl: url }]);
    const run = await apply(file, "--secrets-out", "no/such/directory/file");
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("no/such/directory/file: there is no such file or directory.");
    expect((await channels()).some(({ id }) => id === "unkept")).toBe(false);
  });

  it("changes nothing of a file with one fault, and names its line and column", async () => {
    const file = write("faulty.json", [
      { id: "fine", chatApiUrl: url },
      { id: "faulty", chatApiUrl: url, acknowledge: "yes" },
    ]);
    const run = await apply(file);
    expect([run.code, run.stdout]).toEqual([2, ""]);
    expect(run.stderr).toMatch(
      /^parley: faulty\.json:1:\d+: acknowledge: expected result-ok or affirmative or any-2xx\n/,
    );
    expect((await channels()).some(({ id }) => id === "fine")).toBe(false);
  });

  it("gives the plan, what was done and what was issued with --json", async () => {
    const file = write("json.json", [{ id: "json", chatApiUrl: url }]);
    const trial = JSON.parse((await apply(file, "--dry-run", "--json")).stdout) as object;
    expect(trial).toMatchObject({ changes: [{ channel: "json", change: "add" }], unchanged: [] });
    const run = await apply(file, "--json");
    expect(JSON.parse(run.stdout)).toMatchObject({
      ...trial,
      done: ["json"],
      refused: [],
      issued: [{ id: "json", ingressUrl: expect.stringMatching(/^http/) as string }],
    });
  });

  it("stops reading an endless file", async () => {
    const run = await apply("/dev/zero");
    expect(run).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^parley: \/dev\/zero is longer than 64 MiB: expected a list of channels\.\n/,
      ) as string,
    });
  });

  it("reports a missing file", async () => {
    const run = await apply("nowhere.yaml");
    expect(run).toEqual({
      code: 2,
      stdout: "",
      stderr: "parley: nowhere.yaml: there is no such file or directory.\n",
    });
  });
});
