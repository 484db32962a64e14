import { once } from "node:events";
import type { ServerOptions } from "node:http";
import { ParleyError, refuse } from "@parley/core";
import { describe, expect, it } from "vitest";
import {
  ingressServerOptions,
  type Webhook,
  type WebhookAnswer,
  webhookNode,
  type WebhookNodeOptions,
} from "../src/index.ts";
import { listen, readAnswers } from "./support/served.ts";

const servers: readonly (readonly [string, ServerOptions])[] = [
  ["with the ingress's options", ingressServerOptions],
  ["with options of its own", { requireHostHeader: false }],
];
const canary = "canary";

interface Given extends WebhookNodeOptions {
  readonly server: ServerOptions;
  readonly take?: (webhook: Webhook) => Promise<WebhookAnswer>;
}

/** A webhook on a real socket, and the bodies that it took. */
async function webhookOn({ server, take, ...options }: Given) {
  const bodies: string[] = [];
  const listener = webhookNode(async (webhook) => {
    bodies.push(Buffer.from(webhook.body).toString());
    return (await take?.(webhook)) ?? { accepted: true };
  }, options);
  return { client: await listen(listener, { server }), bodies };
}

function post(body: string, ...fields: readonly string[]): string {
  const lines = ["Host: x", `Content-Length: ${Buffer.byteLength(body)}`, ...fields].join("\r\n");
  return `POST /agent HTTP/1.1\r\n${lines}\r\n\r\n${body}`;
}

describe.each(servers)("a webhook on a server %s", (_name, server) => {
  it("is answered 200 where it was accepted, one behind the other, with its bytes as they came", async () => {
    const { client, bodies } = await webhookOn({ server });
    const text = '{"text":"Grüße"}';
    const head = "POST /agent HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    const chunked = `${head}3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n`;
    const answers = await client.raw(post(text) + chunked + post(""), 3);
    expect(bodies).toEqual([text, '{"a":1}', ""]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill('{"result":"ok"}'));
    expect(answers[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      connection: "keep-alive",
    });
  });

  it("is told of what was cut", async () => {
    const warnings = [{ field: "sender.photo", message: "It was dropped." }];
    const take = async () => ({ accepted: true, warnings }) as const;
    const { client } = await webhookOn({ server, take });
    const { body } = await client.send("POST", "/agent", "{}");
    expect(JSON.parse(body)).toEqual({ result: "ok", warnings });
  });

  it("has a refusal's status, headers and words", async () => {
    const refusal = refuse("laneFull", { retryAfterSeconds: 9 });
    const { client } = await webhookOn({
      server,
      take: async () => ({ accepted: false, refusal }),
    });
    const answer = await client.send("POST", "/agent", "{}");
    expect(answer).toMatchObject({ status: 429, headers: { "retry-after": "9" } });
    expect(JSON.parse(answer.body)).toEqual({
      error: { code: refusal.code, message: refusal.message },
    });
  });

  it("has JSON and headers to read", async () => {
    const read: unknown[] = [];
    const take = async ({ json, request: { headers } }: Webhook): Promise<WebhookAnswer> => {
      read.push(json(), headers["x-signature"]);
      return { accepted: true };
    };
    const { client } = await webhookOn({ server, take });
    await client.raw(post('{"id":"7"}', "X-Signature: abc"));
    expect(read).toEqual([{ id: "7" }, "abc"]);
  });

  it.each([
    ["no JSON", "{", 40001],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), 40002],
  ])(
    "is refused where its body is read as JSON and is %s, without a word of it",
    async (_what, body, code) => {
      const lines: unknown[] = [];
      const logger = { error: (...line: unknown[]) => void lines.push(line) };
      const take = async ({ json }: Webhook): Promise<WebhookAnswer> =>
        json() === null ? { accepted: true } : { accepted: true };
      const { client } = await webhookOn({ server, take, logger });
      const answer = await client.send("POST", "/agent", body);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code } });
      expect(lines).toEqual([]);
    },
  );

  it.each([
    ["rejects", () => Promise.reject(new TypeError(canary)), "TypeError"],
    ["rejects with a code", () => Promise.reject(new ParleyError("app-away", canary)), "app-away"],
    [
      "throws",
      () => {
        throw new RangeError(canary);
      },
      "RangeError",
    ],
    ["answers nothing", async () => undefined as unknown as WebhookAnswer, "TypeError"],
    [
      "answers no status",
      async () => ({ accepted: false, refusal: { ...refuse("internal"), httpStatus: 7 } }) as const,
      "RangeError",
    ],
  ])("is a 500 where the plugin %s, logged without words", async (_what, take, code) => {
    const lines: unknown[] = [];
    const logger = { error: (...line: unknown[]) => void lines.push(line) };
    const client = await listen(webhookNode(take, { logger }), { server });
    const answer = await client.send("POST", "/agent", "{}");
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 50001 } });
    expect(lines).toEqual([["webhook failed", { code }]]);
    expect(JSON.stringify([answer, lines])).not.toContain(canary);
  });

  it.each(["GET", "PUT", "OPTIONS"])("is posted: %s is 405", async (method) => {
    const { client, bodies } = await webhookOn({ server });
    expect(await client.send(method, "/agent", "{}")).toMatchObject({
      status: 405,
      headers: { allow: "POST" },
    });
    expect(bodies).toEqual([]);
  });

  it.each([
    [5, "5 bytes"],
    [2_048, "2 KiB"],
  ])("of at most %i bytes is taken, and a larger one refused: %s", async (limitBytes, most) => {
    const { client, bodies } = await webhookOn({ server, limitBytes });
    const fits = "x".repeat(limitBytes);
    expect((await client.send("POST", "/agent", fits)).status).toBe(200);
    const sized = await client.send("POST", "/agent", `${fits}y`);
    const size = (limitBytes + 1).toString(16);
    const chunked = await client.send("POST", "/agent", "", [
      `Transfer-Encoding: chunked\r\n\r\n${size}\r\n${fits}y\r\n0`,
    ]);
    for (const answer of [sized, chunked]) {
      expect(answer).toMatchObject({ status: 413, headers: { connection: "close" } });
      expect(answer.body).toContain(`must not be larger than ${most}`);
    }
    expect(bodies).toEqual([fits]);
  });

  it("is not taken packed, and not where two readers may read its head differently", async () => {
    const { client, bodies } = await webhookOn({ server });
    expect((await client.send("POST", "/agent", "{}", ["Content-Encoding: gzip"])).status).toBe(
      415,
    );
    expect((await client.send("POST", "/agent", "{}", ["Host: y"])).status).toBe(400);
    const [nameless] = await client.raw("POST /agent HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}");
    expect(nameless?.status).toBe(400);
    expect(bodies).toEqual([]);
  });

  it("that breaks off is not taken", async () => {
    const { client, bodies } = await webhookOn({ server });
    const broken = client.open();
    broken.write('POST /agent HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a":');
    await once(broken, "connect");
    broken.resetAndDestroy();
    expect((await client.send("POST", "/agent", "{}")).status).toBe(200);
    expect(bodies).toEqual(["{}"]);
  });

  it("has its answer although its sender says that nothing more comes", async () => {
    const { client } = await webhookOn({
      server,
      take: () => new Promise((resolve) => setImmediate(() => resolve({ accepted: true }))),
    });
    const half = client.open();
    half.end(post("{}"));
    const answers = readAnswers((await half.toArray()).join(""));
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });
});

describe("a limit", () => {
  it.each([0, 1.5, Number.NaN, -1, "5"])("is a whole number of bytes from 1: %s", (limitBytes) => {
    const take = async () => ({ accepted: true }) as const;
    const make = () => webhookNode(take, { limitBytes: limitBytes as number });
    expect(make).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
