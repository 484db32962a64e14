import { describe, expect, it } from "vitest";
import { type AgentApiOptions, dueAfter, eraseAll, receiptOf } from "../../src/index.ts";
import { answering, startApp } from "../support/app-server.ts";
import { apiOf, errorOf, signal } from "../support/api-of.ts";

const get = { method: "GET", path: "", signal } as const;

/** The error of a call that is answered with `status`. */
async function answered(status: number, headers = {}, options: Partial<AgentApiOptions> = {}) {
  await using app = await startApp(answering(status, "private words", headers));
  return await errorOf(apiOf(app.url, options).call(get));
}

describe("the receipt of a call that failed", () => {
  it("is the pause that the app asks for", async () => {
    expect(receiptOf(await answered(429, { "retry-after": "8" }))).toEqual({
      outcome: "later",
      inMs: 8_000,
      scope: "backend",
    });
    expect(receiptOf(await answered(429))).toMatchObject({ outcome: "later", inMs: undefined });
  });

  it.each([401, 403])("rejects nothing for %i, and pauses the backend", async (status) => {
    const pause = { outcome: "later", inMs: 60_000, scope: "backend" };
    expect(receiptOf(await answered(status))).toEqual(pause);
  });

  it("rejects with a sentence, never with the app's words", async () => {
    const reason = "The app refused it for good (HTTP 422).";
    expect(receiptOf(await answered(422))).toEqual({ outcome: "rejected", reason });
  });

  it("rejects with the plugin's words", async () => {
    const read = () => ({ kind: "rejected", reason: "This thread is closed." }) as const;
    const receipt = receiptOf(await answered(400, {}, { read }));
    expect(receipt).toEqual({ outcome: "rejected", reason: "This thread is closed." });
    const blank = receiptOf(await answered(400, {}, { read: () => ({ ...read(), reason: " " }) }));
    expect(blank).toMatchObject({ reason: "The app refused it for good (HTTP 400)." });
  });

  it("is none for a failure: core tries again", async () => {
    const failed = await answered(500);
    expect(() => receiptOf(failed)).toThrow(failed);
    const other = new TypeError("a bug");
    expect(() => receiptOf(other)).toThrow(other);
  });
});

describe("looking again after a call that failed", () => {
  it("waits as long as the app asks, or as usual", async () => {
    expect(dueAfter(await answered(429, { "retry-after": "8" }), 1_000, 500)).toEqual({
      dueAt: 9_000,
    });
    expect(dueAfter(await answered(429), 1_000, 500)).toEqual({ dueAt: 1_500 });
    expect(dueAfter(await answered(401), 1_000, 500)).toEqual({ dueAt: 61_000 });
  });

  it.each([404, 500])("throws for %i, which the doctor then shows", async (status) => {
    const error = await answered(status);
    expect(() => dueAfter(error, 1_000, 500)).toThrow(error);
  });
});

describe("erasing in the app", () => {
  const erasing = async (statuses: readonly number[]) => {
    await using app = await startApp((response, { path }) => {
      response.writeHead(Number(path.slice(1))).end();
    });
    const api = apiOf(app.url);
    const erase = (status: number) => api.call({ method: "DELETE", path: `/${status}`, signal });
    const receipt = eraseAll(statuses, erase);
    return await receipt.then(
      ({ outcome }) => [outcome, app.requests.length],
      ({ kind }: { kind: string }) => [kind, app.requests.length],
    );
  };

  it("is done when all is deleted, or was gone", async () => {
    expect(await erasing([204, 404, 410, 200])).toEqual(["taken", 4]);
    expect(await erasing([])).toEqual(["taken", 0]);
  });

  it("is not done when one of them fails, wherever it stands", async () => {
    expect(await erasing([404, 500, 204])).toEqual(["failed", 3]);
    expect(await erasing([410, 429])).toEqual(["later", 2]);
    expect(await erasing([401])).toEqual(["later", 1]);
    expect(await erasing([204, 409])).toEqual(["rejected", 2]);
    expect(await erasing([...Array<number>(20).fill(204), 500])).toEqual(["failed", 21]);
  });
});
