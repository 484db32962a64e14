import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import type { DoorRequest } from "@parley/core";
import { describe, expect, it } from "vitest";
import { nodeDoor, webhookNode } from "../../src/index.ts";
import { doorsOn } from "../support/doors.ts";

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

const request = (given: Partial<DoorRequest>): DoorRequest => ({
  method: "POST",
  path: "",
  query: "",
  url: null,
  headers: { host: "x" },
  body: new Uint8Array(),
  clientAddress: null,
  ...given,
});
const never = new AbortController().signal;

describe("a listener of Node as a door", () => {
  it("gets method, path, headers and bytes, and chooses status, headers and bytes", async () => {
    const listener: RequestListener = async (request, response) => {
      const { method, url, headers } = request;
      response.setHeader("x-seen", `${method} ${url} ${headers["x-a"]} ${headers.host}`);
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      response.writeHead(202);
      response.write(await buffer(request));
      response.end("!");
    };
    const answer = await nodeDoor(listener).handle(
      request({
        path: "/hook",
        query: "?b=%20",
        headers: { host: "h", "x-a": "1" },
        body: everyByte,
      }),
      never,
    );
    expect(answer).toMatchObject({
      status: 202,
      headers: { "x-seen": "POST /hook?b=%20 1 h", "set-cookie": ["a=1", "b=2"] },
    });
    expect(Buffer.from(answer.body as Uint8Array)).toEqual(
      Buffer.concat([everyByte, Buffer.from("!")]),
    );
  });

  it("is asked for / where nothing follows the name, and gets a body of GET", async () => {
    const listener: RequestListener = async (request, response) =>
      void response.end(`${request.url} ${await buffer(request)}`);
    const answer = await nodeDoor(listener).handle(
      request({ method: "GET", query: "?a", body: Buffer.from("{}") }),
      never,
    );
    expect(String(answer.body)).toBe("/?a {}");
  });

  it("may be webhookNode, over a real socket, by chunks and by HEAD", async () => {
    const bodies: string[] = [];
    const webhook = webhookNode(async ({ body, json }) => {
      bodies.push(Buffer.from(body).toString());
      return { accepted: true, body: json() };
    });
    const { client } = await doorsOn({ handle: nodeDoor(webhook).handle });
    const chunked = ['Transfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0'];
    for (const answer of [
      await client.send("POST", "/agents/desk/hook", '{"a":1}', ["Expect: 100-continue"]),
      await client.send("POST", "/agents/desk", "", chunked),
    ])
      expect(answer).toMatchObject({ status: 200, body: '{"a":1}' });
    expect((await client.send("GET", "/agents/desk")).status).toBe(405);
    expect((await client.send("POST", "/agents/desk", "{")).status).toBe(400);
    expect(bodies).toEqual(['{"a":1}', '{"a":1}', "{"]);
  });

  it("that breaks its connection off, or never answers, is a failed door", async () => {
    const broken = nodeDoor((request) => void request.socket.destroy());
    await expect(broken.handle(request({}), never)).rejects.toMatchObject({ code: "ECONNRESET" });
    const left = Promise.withResolvers<void>();
    const giveUp = new AbortController();
    const silent = nodeDoor((_request, response) => {
      response.once("close", left.resolve);
      giveUp.abort();
    });
    const answer = silent.handle(request({}), giveUp.signal);
    await expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await left.promise;
  });
});
