import type { RequestListener } from "node:http";
import { ParleyError, type Refusal, refuse } from "@parley/core";
import { describe, expect, it } from "vitest";
import { type WebhookAnswer, webhookNode } from "../../src/index.ts";
import { listen, readAnswers } from "../support/served.ts";
import { post, webhookOn } from "../support/webhook.ts";

const canary = "canary";
const unlike = (): never => {
  throw new RangeError(canary);
};
const { proxy, revoke } = Proxy.revocable(new Error(canary), {});
revoke();

/** What a plugin does, and what the log says of it. */
const faults: Readonly<Record<string, readonly [() => unknown, string]>> = {
  "that rejects": [() => Promise.reject(new TypeError(canary)), "TypeError"],
  "that rejects with a code": [
    () => Promise.reject(new ParleyError("app-away", canary)),
    "app-away",
  ],
  "that throws": [unlike, "RangeError"],
  "that throws words as a name": [
    () => Promise.reject(Object.assign(new Error(""), { name: canary })),
    "Error",
  ],
  "that throws an object as a name": [
    () => Promise.reject(Object.assign(new Error(""), { name: { canary } })),
    "Error",
  ],
  "that throws words as a code": [
    () => Promise.reject(new ParleyError(`Words of a ${canary}`, "")),
    "ParleyError",
  ],
  "that throws what throws when it is looked at": [() => Promise.reject(proxy), "unknown"],
  "that throws nothing": [() => Promise.reject(undefined), "undefined"],
  "that answers nothing": [async () => undefined, "TypeError"],
  "that does not say whether it is accepted": [async () => ({ accepted: "no" }), "TypeError"],
  "that answers what is no JSON": [async () => ({ accepted: true, body: 1n }), "TypeError"],
  "that refuses without a refusal": [async () => ({ accepted: false }), "TypeError"],
  "that refuses with a status of success": [
    async () => refusedWith({ httpStatus: 204 }),
    "TypeError",
  ],
  "that refuses with no status": [async () => refusedWith({ httpStatus: 400.5 }), "TypeError"],
  "that refuses with a header that is none": [
    async () => refusedWith({ allow: "a\r\nX: y" }),
    "ERR_INVALID_CHAR",
  ],
};

function refusedWith(facts: Partial<Refusal>): WebhookAnswer {
  return { accepted: false, refusal: { ...refuse("conflict"), ...facts } };
}

describe("a plugin with a webhook", () => {
  it.each(Object.entries(faults))(
    "%s: a 500, logged without words",
    async (_what, [take, code]) => {
      const lines: unknown[] = [];
      const logger = { error: (...line: unknown[]) => void lines.push(line) };
      const client = await listen(
        webhookNode(take as () => Promise<WebhookAnswer>, { logger }),
        {},
      );
      const answer = await client.untilClosed(post("{}", "Connection: close"));
      expect(answer).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
      expect(readAnswers(answer)).toMatchObject([{ body: expect.stringContaining("50001") }]);
      expect(lines).toEqual([["webhook failed", { code }]]);
      expect(JSON.stringify([answer, lines])).not.toContain(canary);
    },
  );

  it("whose log throws is a 500", async () => {
    const { client } = await webhookOn({ take: unlike, logger: { error: unlike } });
    expect((await client.send("POST", "/agent", "{}")).status).toBe(500);
  });

  it("that throws when it is asked whom it admits: a 500, and nothing is taken", async () => {
    const { client, bodies, lines } = await webhookOn({ admit: unlike });
    expect((await client.send("POST", "/agent", "{}")).status).toBe(500);
    expect(bodies).toEqual([]);
    expect(lines).toEqual([["webhook failed", { code: "RangeError" }]]);
  });

  it.each([
    ["answers", async () => ({ accepted: true }) as const, []],
    ["throws", unlike, [["webhook failed", { code: "RangeError" }]]],
  ])(
    "that %s behind an answer of the host's takes nothing of it away",
    async (_what, take, logged) => {
      const lines: unknown[] = [];
      const logger = { error: (...line: unknown[]) => void lines.push(line) };
      const answered = Promise.withResolvers<void>();
      const webhook = webhookNode(() => answered.promise.then(take), { logger });
      const host: RequestListener = (request, response) => {
        webhook(request, response);
        response.writeHead(504, { "Content-Length": 7 }).write("too ");
        answered.resolve();
        setImmediate(() => response.end("late"));
      };
      const client = await listen(host);
      const [answer] = await client.raw("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
      expect(answer).toMatchObject({ status: 504 });
      expect(lines).toEqual(logged);
    },
  );
});
