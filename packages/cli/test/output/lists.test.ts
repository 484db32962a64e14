import { afterAll, describe, expect, it } from "vitest";
import { parley } from "../support/parley.ts";
import { ScriptedApi } from "../support/gateways/scripted-api.ts";
import { TemporaryDirectory } from "../support/temporary-directory.ts";

const opened = new AsyncDisposableStack();
const { path: cwd } = opened.use(new TemporaryDirectory());
afterAll(() => opened.disposeAsync());

const letter = (sequence: number) => ({
  conversationId: "c",
  channelId: "shop",
  sequence,
  failure: { reason: "backend-rejected" },
  acceptedAt: 0,
});
const pages: Readonly<Record<string, string>> = {
  "": JSON.stringify({ deadLetters: [letter(3), letter(2)], next: "older+/=" }),
  "older+/=": JSON.stringify({ deadLetters: [letter(1)], next: null }),
};

async function threeLetters(): Promise<ScriptedApi> {
  const api = await ScriptedApi.open((request, response) => {
    const query = new URL(request.url ?? "", "http://a").searchParams;
    response.end(pages[query.get("before") ?? ""]);
  });
  return opened.use(api);
}

describe("a list in pages", () => {
  it("shows the first page, and how to go on", async () => {
    const { url } = await threeLetters();
    const run = await parley(["dead-letters", "list", "--url", url], { cwd });
    expect(run.stdout.match(/^c\.\d/gm)).toEqual(["c.3", "c.2"]);
    expect(run.stderr).toBe("There are more: add --all, or --before older+/=\n");
  });

  it("goes on where it is told to", async () => {
    const { url } = await threeLetters();
    const words = ["dead-letters", "list", "--url", url, "--before", "older+/="];
    const run = await parley(words, { cwd });
    expect(run.stdout.match(/^c\.\d/gm)).toEqual(["c.1"]);
    expect(run.stderr).toBe("");
  });

  it("shows every page below one line of titles", async () => {
    const api = await threeLetters();
    const words = ["dead-letters", "list", "--all", "--limit", "2", "--url", api.url];
    const run = await parley(words, { cwd });
    expect(run.stdout.match(/^(c\.\d|id)/gm)).toEqual(["id", "c.3", "c.2", "c.1"]);
    expect(run.stderr).toBe("");
    expect(api.asked).toEqual([
      "GET /admin/v1/dead-letters?limit=2",
      "GET /admin/v1/dead-letters?limit=2&before=older%2B%2F%3D",
    ]);
  });

  it("is exactly the API's JSON with --json", async () => {
    const { url } = await threeLetters();
    const run = await parley(["dead-letters", "list", "--json", "--url", url], { cwd });
    expect(run.stdout).toBe(`${pages[""]}\n`);
  });

  it("is one item a line with --json --all", async () => {
    const { url } = await threeLetters();
    const run = await parley(["dead-letters", "list", "--json", "--all", "--url", url], { cwd });
    expect(run.stdout).toBe([3, 2, 1].map((n) => `${JSON.stringify(letter(n))}\n`).join(""));
    expect(run.stderr).toBe("");
  });

  it("says on stderr that there is nothing, so that a pipe stays empty", async () => {
    const none = { deadLetters: [], next: null };
    const api = await ScriptedApi.open((_request, response) => response.end(JSON.stringify(none)));
    opened.use(api);
    const run = await parley(["dead-letters", "list", "--url", api.url], { cwd });
    expect(run).toEqual({ code: 0, stdout: "", stderr: "There are no dead letters.\n" });
  });
});

describe("an id that begins with a dash", () => {
  const id = "-bcdefghijklmnop";

  it("is not taken for an option", async () => {
    const { url, asked } = await threeLetters();
    await parley(["deliveries", "show", `${id}.12`, "--url", url], { cwd });
    await parley(["deliveries", "list", "--conversation", id, "--json", "--url", url], { cwd });
    expect(asked).toEqual([
      `GET /admin/v1/deliveries/${id}.12`,
      `GET /admin/v1/deliveries?conversation=${id}&limit=50`,
    ]);
  });

  it("never hides a misspelt option", async () => {
    const run = await parley(["deliveries", "show", "--conversationss"], { cwd });
    expect(run.code).toBe(2);
    expect(run.stderr).toContain("unknown option '--conversationss'");
  });
});
