import { hostileTexts } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { answering, startApp } from "../support/app-server.ts";
import { apiOf, errorOf, signal } from "../support/api-of.ts";

const get = { method: "GET", path: "/agents", signal } as const;

describe("a call to an app", () => {
  it("sends JSON with the headers of every call, and reads the answer", async () => {
    await using app = await startApp(answering(200, { id: 7 }, { "x-limit": "3" }));
    const api = apiOf(`${app.url}/v1/`, { headers: () => ({ Authorization: "Bearer abc" }) });
    const path = "/threads?limit=2";
    const answer = await api.call({ method: "POST", path, body: { text: "Grüße" }, signal });
    expect(answer.json()).toEqual({ id: 7 });
    expect([answer.status, answer.headers["x-limit"]]).toEqual([200, "3"]);
    const [request] = app.requests;
    expect([request?.method, request?.path]).toEqual(["POST", "/v1/threads?limit=2"]);
    expect(request?.headers).toMatchObject({
      authorization: "Bearer abc",
      "content-type": "application/json",
      accept: "application/json",
    });
    expect(JSON.parse(request?.body ?? "")).toEqual({ text: "Grüße" });
  });

  it("sends every text letter for letter, and reads it back", async () => {
    await using app = await startApp((response, { body }) => void response.end(body));
    const body = hostileTexts;
    const answer = await apiOf(app.url).call({ method: "POST", path: "", body, signal });
    expect(answer.json()).toEqual(hostileTexts);
  });

  it("sends bytes and forms as they are", async () => {
    await using app = await startApp(answering(204));
    const api = apiOf(app.url);
    const form = new URLSearchParams({ text: "a b&c" });
    await api.call({ method: "POST", path: "/form", body: form, signal });
    const body = Buffer.from("bytes");
    const headers = { "Content-Type": "text/plain" };
    await api.call({ method: "PUT", path: "/bytes", body, headers, signal });
    const seen = app.requests.map((request) => [request.headers["content-type"], request.body]);
    expect(seen).toEqual([
      ["application/x-www-form-urlencoded;charset=UTF-8", "text=a+b%26c"],
      ["text/plain", "bytes"],
    ]);
  });

  it("asks for the headers anew each time, so that a token can change", async () => {
    await using app = await startApp(answering(204));
    let tokens = 0;
    const headers = async () => ({ authorization: `Bearer ${(tokens += 1)}` });
    const api = apiOf(app.url, { headers });
    await api.call(get);
    await api.call(get);
    const seen = app.requests.map((request) => request.headers.authorization);
    expect(seen).toEqual(["Bearer 1", "Bearer 2"]);
  });

  it("reads an empty body as null, and fails at one that is no JSON", async () => {
    await using app = await startApp((response, { path }) => {
      response.end(path === "/agents" ? "" : "<html>");
    });
    expect((await apiOf(app.url).call(get)).json()).toBeNull();
    const page = await apiOf(app.url).call({ ...get, path: "/page" });
    expect(page.json).toThrow(expect.objectContaining({ kind: "failed", code: "app-failed" }));
  });

  it.each([
    "https://app.example@evil.example",
    "ftp://app.example",
    "not a url",
    "https://app.example/?a=1",
    "https://app.example/#a",
  ])("has no API at %s", (url) => {
    expect(() => apiOf(url)).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });

  it.each([
    ".evil.example/",
    "@evil.example/",
    ":secret@127.0.0.1/v1/",
    "x",
    "/../other",
    "/%2e%2e/other",
    "/..\\other",
    "/threads/../../other",
    "/threads/..",
    "/threads/../admin",
    "/threads/.",
    "/threads/%2E./admin",
    "/threads/.\t./admin",
    "/.\n./other",
    "/a#b",
  ])("leads nowhere else than it reads: %j", async (path) => {
    await using app = await startApp(answering(204));
    const error = await errorOf(apiOf(`${app.url}/v1`).call({ ...get, path }));
    expect([error.kind, app.requests.length]).toEqual(["failed", 0]);
    expect(error.message).toContain("nothing was sent");
  });

  it.each([".evil.example/", "@evil.example/", "0/", "x", ":secret@127.0.0.1/"])(
    "never leaves the app's host: %s",
    async (path) => {
      await using app = await startApp(answering(204));
      const error = await errorOf(apiOf(app.url).call({ ...get, path }));
      expect(error.message).toContain("leads out of the app's API; nothing was sent");
    },
  );

  it("takes dots that stand for themselves", async () => {
    await using app = await startApp(answering(204));
    const paths = ["/a..b/.c/...", "/?at=/../x", "/..%2Fx", ""];
    for (const path of paths) await apiOf(app.url).call({ ...get, path });
    expect(app.requests.map(({ path }) => path)).toEqual([...paths.slice(0, 3), "/"]);
  });

  it("fails when the app is not there, and when its answer is too long", async () => {
    const app = await startApp(answering(200, "x".repeat(2_000)));
    const long = await errorOf(apiOf(app.url, { limitBytes: 1_999 }).call(get));
    expect([long.kind, long.message]).toEqual(["failed", "The app's answer is too long."]);
    expect((await apiOf(app.url, { limitBytes: 2_000 }).call(get)).text).toHaveLength(2_000);
    await app[Symbol.asyncDispose]();
    const away = await errorOf(apiOf(app.url).call(get));
    expect([away.kind, away.status]).toEqual(["failed", null]);
    expect(away.message).toBe("The app cannot be reached; nothing was sent.");
  });

  it("ends with the signal, also in the middle of the answer", async () => {
    const caller = new AbortController();
    await using app = await startApp((response) => {
      response.writeHead(200).write("half");
      caller.abort();
    });
    const error = await errorOf(apiOf(app.url).call({ ...get, signal: caller.signal }));
    expect([error.kind, error.message]).toEqual(["failed", "The app did not answer in time."]);
  });

  it("takes no page to which a POST is redirected for an answer to it", async () => {
    await using app = await startApp((response, { method }) => {
      if (method === "GET") response.end("Please log in.");
      else response.writeHead(303, { location: "/login" }).end();
    });
    const call = apiOf(app.url).call({ method: "POST", path: "", body: {}, signal });
    expect(await errorOf(call)).toMatchObject({ kind: "failed", status: 303 });
    expect(app.requests.map(({ method }) => method)).toEqual(["POST"]);
  });

  it("follows no redirect of a POST, and says so", async () => {
    await using app = await startApp(answering(307, "", { location: "/new" }));
    const error = await errorOf(apiOf(app.url).call({ ...get, method: "POST", body: {} }));
    expect([error.kind, error.status, app.requests.length]).toEqual(["failed", 307, 1]);
    expect(error.message).toBe(
      "The app answered with a redirect, which is not followed: use its final address (HTTP 307).",
    );
  });
});
