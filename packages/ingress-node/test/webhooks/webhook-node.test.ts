import { once } from "node:events";
import { refuse } from "@parley/core";
import { describe, expect, it } from "vitest";
import { type IncomingWebhook, type WebhookHead, webhookNode } from "../../src/index.ts";
import { readAnswers } from "../support/served.ts";
import { post, webhookOn } from "../support/webhook.ts";

describe("a webhook", () => {
  it("is answered 200 where it was accepted, one behind the other, with its bytes as they came", async () => {
    const { client, bodies } = await webhookOn();
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
    const { client } = await webhookOn({ take });
    const { body } = await client.send("POST", "/agent", "{}");
    expect(JSON.parse(body)).toEqual({ result: "ok", warnings });
  });

  it("is answered in words of the agent app's own", async () => {
    const take = async ({ json }: IncomingWebhook) => ({ accepted: true, body: json() }) as const;
    const { client } = await webhookOn({ take });
    const answer = await client.send("POST", "/agent", '{"challenge":"é"}');
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, { challenge: "é" }]);
  });

  it("has a refusal's status, headers and words", async () => {
    const refusal = refuse("laneFull", { retryAfterSeconds: 9 });
    const { client } = await webhookOn({
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
    const take = async ({ json, headers, url }: IncomingWebhook): Promise<{ accepted: true }> => {
      read.push(json(), headers["x-signature"], url);
      return { accepted: true };
    };
    const { client } = await webhookOn({ take });
    await client.raw(post('{"id":"7"}', "X-Signature: abc"));
    expect(read).toEqual([{ id: "7" }, "abc", "/agent"]);
  });

  it.each([
    ["no JSON", "{", 40001],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), 40002],
  ])(
    "is refused where its body is read as JSON and is %s, without a word of it",
    async (_what, body, code) => {
      const take = async ({ json }: IncomingWebhook) => ({ accepted: true, body: json() }) as const;
      const { client, lines } = await webhookOn({ take });
      const answer = await client.send("POST", "/agent", body);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code } });
      expect(lines).toEqual([]);
    },
  );

  it.each(["GET", "PUT", "OPTIONS"])("is posted: %s is 405", async (method) => {
    const { client, bodies } = await webhookOn();
    expect(await client.send(method, "/agent", "{}")).toMatchObject({
      status: 405,
      headers: { allow: "POST", connection: "close" },
    });
    expect(bodies).toEqual([]);
  });

  it.each([
    [5, "5 bytes"],
    [2_048, "2 KiB"],
  ])("of at most %i bytes is taken, and a larger one refused: %s", async (limitBytes, most) => {
    const { client, bodies } = await webhookOn({ limitBytes });
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
    const { client, bodies } = await webhookOn();
    expect((await client.send("POST", "/agent", "{}", ["Content-Encoding: gzip"])).status).toBe(
      415,
    );
    expect((await client.send("POST", "/agent", "{}", ["Host: y"])).status).toBe(400);
    const [nameless] = await client.raw("POST /agent HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}");
    expect(nameless?.status).toBe(400);
    expect(bodies).toEqual([]);
  });

  it("is refused by its head, before its body has come, where the plugin knows it for a stranger's", async () => {
    const admit = async ({ headers, url }: WebhookHead) =>
      headers.authorization === "Bearer app" && url === "/agent" ? null : refuse("unauthorized");
    const { client, bodies } = await webhookOn({ admit });
    const head = "POST /agent HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n";
    const [stranger] = await client.raw(head);
    expect(stranger).toMatchObject({ status: 401, headers: { connection: "close" } });
    const own = post("{}", "Authorization: Bearer app");
    expect((await client.raw(own + own, 2)).map(({ status }) => status)).toEqual([200, 200]);
    expect(bodies).toEqual(["{}", "{}"]);
  });

  it("that breaks off is not taken", async () => {
    const { client, bodies, requests } = await webhookOn();
    const broken = client.open();
    // What comes with a request that was answered has been seen.
    broken.write(
      `${post("whole")}POST /agent HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{"a":`,
    );
    await once(broken, "data");
    expect(requests.length).toBe(2);
    broken.resetAndDestroy();
    await new Promise((resolve) => requests[1]?.once("close", resolve));
    expect((await client.send("POST", "/agent", "{}")).status).toBe(200);
    expect(bodies).toEqual(["whole", "{}"]);
  });

  it("has its answer although its sender says that nothing more comes", async () => {
    const take = async () => {
      const socket = requests[0]?.socket;
      if (socket && !socket.readableEnded) await once(socket, "end");
      await new Promise((resolve) => setImmediate(resolve));
      return { accepted: true } as const;
    };
    const { client, requests } = await webhookOn({ take });
    const half = client.open();
    half.end(post("{}"));
    const answers = readAnswers((await half.toArray()).join(""));
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });
});

describe("a limit", () => {
  it("is 262,144 bytes of itself", async () => {
    const { client } = await webhookOn();
    const fits = "x".repeat(262_144);
    expect((await client.send("POST", "/agent", fits)).status).toBe(200);
    expect((await client.send("POST", "/agent", `${fits}y`)).status).toBe(413);
  });

  it.each([0, 1.5, Number.NaN, -1, "5"])("is a whole number of bytes from 1: %s", (limitBytes) => {
    const take = async () => ({ accepted: true }) as const;
    const make = () => webhookNode(take, { limitBytes: limitBytes as number });
    expect(make).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });
});
