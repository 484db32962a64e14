import { refuse } from "@parley/core";
import { expect, it } from "vitest";
import { refusalResponse } from "../../src/index.ts";

it("an app reads in the door's answer what happened to the agent's message", () => {
  const { status, headers, body } = refusalResponse(refuse("unknownConversation"));
  expect([status, headers]).toEqual([404, { "content-type": "application/json" }]);
  expect(JSON.parse(String(body))).toEqual({
    error: { code: 40402, message: "There is no such conversation. Nothing was sent." },
  });
});

it("an app is told when to try again", () => {
  const { headers } = refusalResponse(refuse("overloaded", { retryAfterSeconds: 3 }));
  expect(headers).toMatchObject({ "retry-after": "3" });
});
