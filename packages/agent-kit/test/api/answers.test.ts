import { describe, expect, it } from "vitest";
import { ApiHealth, type ApiVerdict } from "../../src/index.ts";
import { answering, startApp } from "../support/app-server.ts";
import { apiOf, errorOf, signal } from "../support/api-of.ts";

const get = { method: "GET", path: "/agents", signal } as const;
const date = "Mon, 30 Nov 2026 11:00:00 GMT";

describe("the status of an answer", () => {
  it.each([
    [400, {}, "rejected", undefined],
    [401, {}, "unauthorized", undefined],
    [402, {}, "failed", undefined],
    [403, { "retry-after": "5" }, "unauthorized", undefined],
    [404, {}, "rejected", undefined],
    [408, {}, "failed", undefined],
    [409, {}, "rejected", undefined],
    [422, {}, "rejected", undefined],
    [429, {}, "later", undefined],
    [429, { "retry-after": "17" }, "later", 17_000],
    [429, { "retry-after": "0" }, "later", 1_000],
    [429, { "retry-after": "999999" }, "later", 3_600_000],
    [429, { "retry-after": "soon" }, "later", undefined],
    [429, { "retry-after": "-1" }, "later", undefined],
    [429, { date, "retry-after": "Mon, 30 Nov 2026 11:00:30 GMT" }, "later", 30_000],
    [429, { date, "retry-after": "Mon, 30 Nov 2026 10:00:00 GMT" }, "later", 1_000],
    [429, { date, "retry-after": "2026-11-30 11:00:30" }, "later", undefined],
    [429, { date: "now", "retry-after": "Mon, 30 Nov 2026 11:00:30 GMT" }, "later", undefined],
    [500, {}, "failed", undefined],
    [503, {}, "failed", undefined],
    [503, { "retry-after": "120" }, "later", 120_000],
  ] as const)("%i with %o: %s", async (status, headers, kind, inMs) => {
    await using app = await startApp((response) => {
      response.sendDate = false;
      response.writeHead(status, headers).end("no");
    });
    const error = await errorOf(apiOf(app.url).call(get));
    expect([error.kind, error.status, error.inMs]).toEqual([kind, status, inMs]);
    expect(error.code).toBe(`app-${kind}`);
  });

  it("pauses the whole backend, but only one event for a failure that is not about the app", async () => {
    const scopeOf = async (status: number) => {
      await using app = await startApp(answering(status, "", { "retry-after": "9" }));
      return (await errorOf(apiOf(app.url).call(get))).scope;
    };
    expect(await Promise.all([429, 503, 500].map(scopeOf))).toEqual([
      "backend",
      "backend",
      "event",
    ]);
  });

  it("rejects what the plugin's own table names, and nothing else", async () => {
    const kindOf = async (status: number) => {
      await using app = await startApp(answering(status));
      return (await errorOf(apiOf(app.url, { rejects: [418, 401, 500] }).call(get))).kind;
    };
    expect(await Promise.all([418, 404, 401, 500].map(kindOf))).toEqual([
      "rejected",
      "failed",
      "unauthorized",
      "failed",
    ]);
  });

  it("counts although the body of a failure never ends, or is far too long", async () => {
    await using app = await startApp(answering(429, "x".repeat(5_000), { "retry-after": "3" }));
    const error = await errorOf(apiOf(app.url, { limitBytes: 10 }).call(get));
    expect([error.kind, error.inMs, error.answer?.text]).toEqual(["later", 3_000, ""]);
  });
});

describe("what a plugin reads in an answer", () => {
  const kindOf = async (verdict: ApiVerdict | null, status = 200) => {
    await using app = await startApp(answering(status, {}, { "retry-after": "4" }));
    const call = apiOf(app.url, { read: () => verdict }).call(get);
    return await call.then(
      () => "done",
      () => errorOf(call),
    );
  };

  it("comes before the status: a refusal with 200, a success with 409", async () => {
    expect(await kindOf({ kind: "rejected" })).toMatchObject({ kind: "rejected", status: 200 });
    expect(await kindOf({ kind: "unauthorized" })).toMatchObject({ kind: "unauthorized" });
    expect(await kindOf({ kind: "done" }, 409)).toBe("done");
    expect(await kindOf(null)).toBe("done");
    expect(await kindOf(null, 409)).toMatchObject({ kind: "rejected" });
  });

  it("may hold the pause and whom it concerns", async () => {
    const pause = { kind: "later", inMs: 2_500, scope: "event" } as const;
    expect(await kindOf(pause)).toMatchObject({ inMs: 2_500, scope: "event" });
    expect(await kindOf({ kind: "later" })).toMatchObject({ inMs: 4_000, scope: "backend" });
    expect(await kindOf({ kind: "later", inMs: -1 })).toMatchObject({ inMs: 4_000 });
    expect(await kindOf({ kind: "later", inMs: Number.NaN })).toMatchObject({ inMs: 4_000 });
    expect(await kindOf({ kind: "later", inMs: Infinity })).toMatchObject({ inMs: 3_600_000 });
  });

  it("does not matter where it cannot be read: a page of a proxy counts by its status", async () => {
    const read = (answer: { json(): unknown }) =>
      (answer.json() as { ok: boolean }).ok ? null : ({ kind: "rejected" } as const);
    const kinds = [502, 429, 200].map(async (status) => {
      await using app = await startApp(answering(status, "<html>"));
      return (await errorOf(apiOf(app.url, { read }).call(get))).kind;
    });
    expect(await Promise.all(kinds)).toEqual(["failed", "later", "failed"]);
  });
});

describe("refused credentials", () => {
  it("are remembered for the doctor, until they are old", async () => {
    let now = 1_000;
    const health = new ApiHealth(() => now);
    await using app = await startApp(answering(401));
    expect(health.refusalWithin(600)).toBeNull();
    await errorOf(apiOf(app.url, { health }).call(get));
    now += 600;
    expect(health.refusalWithin(600)).toEqual({ status: 401, at: 1_000 });
    now += 1;
    expect(health.refusalWithin(600)).toBeNull();
  });
});
