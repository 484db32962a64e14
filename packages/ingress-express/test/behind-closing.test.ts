import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { RawClient } from "@parley/conformance";
import type { Inbox } from "@parley/core";
import { webhookNode } from "@parley/ingress-node";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen } from "../../ingress-node/test/support/served.ts";
import { ingressExpress } from "../src/index.ts";
import { doors, fakeInbox, messagePath, statusPath } from "./support/served.ts";

type OpenServer = (inbox: Inbox) => Promise<RawClient>;

/** A server that nobody hardened. */
async function bare(listener: RequestListener): Promise<RawClient> {
  const server = createServer({ requireHostHeader: false }, listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new RawClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const webhook = (inbox: Inbox) =>
  webhookNode(async ({ body }) => inbox.accept({} as never, body), { limitBytes: 64 * 1_024 });

/** Each takes messages at the same path. */
const allServers: readonly (readonly [string, OpenServer])[] = [
  ...doors.map(([name, serve]) => [name, (inbox: Inbox) => serve(inbox)] as const),
  ["ingress-express, not hardened", (inbox) => bare(express().use("/chat", ingressExpress(inbox)))],
  ["a webhook", (inbox) => listen(webhook(inbox))],
  ["a webhook, not hardened", (inbox) => bare(webhook(inbox))],
];

const post = (body: string, ...fields: readonly string[]): string =>
  [
    `POST ${messagePath} HTTP/1.1`,
    "Host: x",
    ...(fields.some((field) => field.startsWith("Transfer-Encoding"))
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...fields,
    "",
    body,
  ].join("\r\n");

const tooLarge = "x".repeat(70_000);
const chunked = `${(70_000).toString(16)}\r\n${tooLarge}\r\n0\r\n\r\n`;

/** What closes the connection, and the status that it is answered with. */
const closing: readonly (readonly [string, string, number])[] = [
  ["an encoded body", post("{}", "Content-Encoding: gzip"), 415],
  ["too large a body", post(tooLarge), 413],
  ["a body that grows too large", post(chunked, "Transfer-Encoding: chunked"), 413],
  ["two Hosts", post("{}", "Host: y"), 400],
  ["a coding that nobody undoes", post("0\r\n\r\n", "Transfer-Encoding: gzip, chunked"), 400],
  ["a message whose client closes", post("first", "Connection: close"), 200],
  ["a message of HTTP/1.0", post("first").replace("HTTP/1.1", "HTTP/1.0"), 200],
  ["what is no request", "NONSENSE\r\n\r\n", 400],
];

describe.each(allServers)("%s: behind an answer that closes the connection", (name, serve) => {
  const isHardened = !name.endsWith("not hardened");

  it.each(closing)("(%s) nothing is processed", async (_what, first, status) => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const text = await server.untilClosed(first + post("good") + post("good"));
    expect(bodies.filter((body) => body !== "first")).toEqual([]);
    // Of itself Node answers 400 to what stands behind a request whose client closes, and then to nothing else.
    const answers = text.match(/HTTP\/1\.1 \d+/g) ?? [];
    expect(answers).toEqual([`HTTP/1.1 ${isHardened || status !== 200 ? status : 400}`]);
  });

  it("nothing is processed however it comes: later, half-closed, or behind what was taken", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const refused = post("{}", "Content-Encoding: gzip");
    await server.untilClosed(refused, post("good"));
    await server.untilClosed(`${refused}${post("good")}`.slice(0, -2), "od");
    const socket = server.open();
    socket.end(refused + post("good"));
    await once(socket.resume(), "close");
    const text = await server.untilClosed(post("one") + post("two") + refused + post("good"));
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 415"]);
    expect(bodies).toEqual(["one", "two"]);
  });

  it("all is processed behind an answer that does not, whatever it is", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const small = post("3\r\none\r\n0\r\n\r\n", "Transfer-Encoding: chunked");
    const last = post("three", "Connection: close");
    const text = await server.untilClosed(small + post("two") + last);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(3).fill("HTTP/1.1 200"));
    expect(bodies).toEqual(["one", "two", "three"]);
  });

  it("nothing is processed behind an upgrade that is not answered", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const upgrade = post("first", "Connection: Upgrade", "Upgrade: websocket");
    const socket = server.open();
    let text = "";
    socket.on("data", (chunk) => (text += String(chunk))).end(upgrade + post("good"));
    await once(socket, "close");
    expect(bodies).toHaveLength(text.match(/HTTP\/1\.1 200/g)?.length ?? 0);
    expect(bodies[0]).toBe("first");
  });
});

describe.each(doors)("%s: behind a refusal that keeps the connection", (_name, serve) => {
  it("a message is taken", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const stranger = post("{}").replace(messagePath, "/chat/wrong/shop");
    const encoded = post("{}", "Content-Encoding: gzip").replace(messagePath, "/chat/wrong/shop");
    const wrong = `PUT ${statusPath} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const last = post("good", "Connection: close");
    const text = await server.untilClosed(stranger + encoded + wrong + post("good") + last);
    expect(text.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9))).toEqual([
      "404",
      "404",
      "405",
      "200",
      "200",
    ]);
    expect(bodies).toEqual(["good", "good"]);
  });
});
