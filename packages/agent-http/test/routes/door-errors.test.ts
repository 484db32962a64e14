import { type LogLine, ManualTime, SeededRandom, testPlatform } from "@parley/conformance";
import { type DoorRequest, Logger, ParleyError } from "@parley/core";
import { Container } from "inversify";
import { expect, it } from "vitest";
import { AgentDoor } from "../../src/routes/agent-door.ts";
import { route } from "../../src/routes/route.ts";
import { TokenCheck } from "../../src/tokens/token-check.ts";

/** What the door answers when its route throws, and what is logged. */
async function answerAfter(error: unknown) {
  const log: LogLine[] = [];
  const container = new Container();
  container.load(testPlatform(new ManualTime(), new SeededRandom(), log));
  const failing = route({
    id: "fails",
    method: "GET",
    path: "/fails",
    summary: "Fails.",
    isPublic: true,
    answers: [],
    handle: async () => {
      throw error;
    },
  });
  const parts = { routes: [failing], tokens: new TokenCheck([]), logger: container.get(Logger) };
  const request = { method: "GET", path: "/fails", query: "", headers: {}, body: new Uint8Array() };
  const answer = await new AgentDoor(parts).handle(request as unknown as DoorRequest);
  return { ...answer, body: JSON.parse(String(answer.body)) as unknown, log };
}

it("an error of the gateway is a 500 that tells nothing of it, and is logged by its code", async () => {
  const { status, body, log } = await answerAfter(new TypeError("secret words"));
  expect([status, body]).toMatchObject([500, { error: { code: 50001 } }]);
  expect(JSON.stringify({ body, log })).not.toContain("secret");
  expect(JSON.stringify(log)).toContain("TypeError");
});

it("a store that fails is a 503 with a time to try again", async () => {
  const gone = new ParleyError("store-failed", "no disk", { retryable: true });
  const { status, body, headers } = await answerAfter(gone);
  expect([status, body]).toMatchObject([503, { error: { code: 50302 } }]);
  expect(headers).toMatchObject({ "retry-after": "1" });
});

it("a gateway with too much to do says that nothing was stored", async () => {
  const full = new ParleyError("overloaded", "full", { retryable: true });
  const { status, body } = await answerAfter(full);
  expect([status, body]).toMatchObject([503, { error: { code: 50301 } }]);
});
