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

it("nor does one of a call that was not sent, whatever the client says", async () => {
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
