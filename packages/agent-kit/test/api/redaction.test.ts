import { inspect } from "node:util";
import { errorFacts } from "@parley/core";
import { expect, it } from "vitest";
import { answering, startApp } from "../support/app-server.ts";
import { apiOf, errorOf, signal } from "../support/api-of.ts";

const canaries = [
  "path-canary",
  "query-canary",
  "header-canary",
  "visitor-canary",
  "answer-canary",
];

it.each([200, 307, 400, 401, 404, 429, 500, 503])(
  "an error tells no secret, no URL, no visitor's text and nothing of the answer: %i",
  async (status) => {
    const body = { echo: "visitor-canary", why: "answer-canary" };
    const headers = { "x-echo": "answer-canary", "retry-after": "answer-canary" };
    await using app = await startApp(answering(status, body, headers));
    const api = apiOf(`${app.url}/bot-path-canary`, {
      headers: () => ({ authorization: "Bearer header-canary" }),
      read: status === 200 ? () => ({ kind: "failed" }) : () => null,
    });
    const path = "/send?key=query-canary";
    const text = { text: "visitor-canary" };
    const error = await errorOf(api.call({ method: "POST", path, body: text, signal }));
    const told = [inspect(error, { depth: 9 }), JSON.stringify(error), String(error), error.stack];
    expect(canaries.filter((canary) => told.join().includes(canary))).toEqual([]);
    expect(error.answer?.text).toContain("visitor-canary");
    expect(errorFacts(error)).toMatchObject({ error: error.code, class: "ApiError", status });
  },
);

it.each([
  ["nobody listens", "http://127.0.0.1:1/path-canary", "http-unreachable"],
  ["the address is private", "https://10.0.0.1/path-canary", "http-forbidden-target"],
])("nor does one of a call that was not sent: %s", async (_, url, code) => {
  const headers = { authorization: "Bearer header-canary" };
  const call = apiOf(url).call({ method: "GET", path: "?key=query-canary", headers, signal });
  const error = await errorOf(call);
  expect(inspect(error, { depth: 9 })).not.toContain("canary");
  expect(error.cause).toMatchObject({ code });
});

it("nor does one of a header that cannot be sent", async () => {
  const headers = { authorization: "Bearer header-canary\n" };
  const call = apiOf("http://127.0.0.1:1").call({ method: "GET", path: "", headers, signal });
  const error = await errorOf(call);
  expect(inspect(error, { depth: 9 })).not.toContain("canary");
  expect(error.message).toBe("The call cannot be sent as it is; nothing was sent.");
});

it("nor does one of a client that fails in its own way", async () => {
  const http = {
    request: async () => {
      throw new TypeError("cannot send Bearer header-canary to https://a/path-canary");
    },
  };
  const error = await errorOf(
    apiOf("https://a", { http }).call({ method: "GET", path: "", signal }),
  );
  expect(inspect(error, { depth: 9 })).not.toContain("canary");
  expect(error.message).toBe("The call did not reach the app: TypeError.");
});
