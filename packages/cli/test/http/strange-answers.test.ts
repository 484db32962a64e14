import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { version } from "../../src/version.ts";
import { parley } from "../support/parley.ts";
import { json, ScriptedApi } from "../support/gateways/scripted-api.ts";

const cwd = import.meta.dirname;
const opened = new AsyncDisposableStack();
let empty: ScriptedApi;

beforeAll(async () => {
  empty = opened.use(await ScriptedApi.open(json({})));
});
afterAll(() => opened.disposeAsync());

const at = (url: string, words: string) =>
  parley([...words.split(" "), "--url", url, "--token", "t"], { cwd });

describe("an answer that is JSON but not what a command reads", () => {
  it.concurrent.each([
    "status",
    "doctor",
    "channels list",
    "channels show shop",
    "channels set shop --media lenient",
    "conversations show c1",
    "conversations erase c1 --yes",
    "conversations assign c1 --to support",
    "conversations assign c1 --to support --fence 0",
    "conversations owners",
    "conversations history c1",
    "visitors erase --channel shop --visitor v1 --yes",
    "retention --older-than 1d --yes",
    "deliveries list",
    "deliveries show c1.1",
    "jobs list",
    "backups list",
  ])("to parley %s is told as that of a stranger, with 3", async (words) => {
    const { code, stderr } = await at(empty.url, words);
    expect(stderr).toMatch(
      /^parley: The server at http:\S+ is not a Parley gateway, or has another version \((?:Type|Range)Error\)\.$/m,
    );
    expect(stderr).toContain(empty.url);
    expect(stderr).toContain(`This is parley ${version};`);
    expect(code).toBe(3);
  });
});

describe("a gateway whose admin API listens at an address of its own", () => {
  it("is not asked at its other address, which is said, with 3", async () => {
    const message = "There is nothing at this address. Nothing was delivered.";
    const { url } = opened.use(
      await ScriptedApi.open(json({ error: { code: 40401, message } }, 404)),
    );
    expect(await at(url, "status")).toEqual({
      code: 3,
      stdout: "",
      stderr: `parley: No admin API at ${url}: does it listen on its own address (PARLEY_ADMIN_PORT)?\nSet --url or PARLEY_URL to that address.\n`,
    });
  });
});
