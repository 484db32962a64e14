import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { trustProxies } from "../../src/settings/trust-proxies.ts";

/** The client address that a host sees behind proxies. */
async function clientOf(trusted: string | number, forwarded: string): Promise<string> {
  const app = express();
  trustProxies(app, trusted, { warn: () => {} });
  app.use((request, response) => void response.end(request.ip));
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { "x-forwarded-for": forwarded, forwarded: "for=203.0.113.66" };
  return (await fetch(`http://127.0.0.1:${port}`, { headers })).text();
}

/** The client address of a client that has disconnected. */
async function clientThatLeft(trusted: string | number, forwarded: string): Promise<unknown> {
  const app = express();
  trustProxies(app, trusted, { warn: () => {} });
  const seen = Promise.withResolvers<unknown>();
  app.use((request, _response, next) => {
    request.socket.once("close", () => {
      try {
        seen.resolve(request.ip);
      } catch (error) {
        seen.resolve(error);
      }
      next();
    });
    request.socket.destroy();
  });
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1").on("error", () => {});
  client.end(`GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${forwarded}\r\n\r\n`);
  return seen.promise;
}

it.each([
  ["10.0.0.0/8, loopback", "203.0.113.1, 192.0.2.7, 10.0.0.2", "192.0.2.7"],
  ["10.0.0.0/8, loopback", "203.0.113.1, 192.0.2.7:30001, 10.0.0.2:443", "192.0.2.7:30001"],
  ["2001:db8::/32, loopback", "192.0.2.7:30001, [2001:db8::2]:443", "192.0.2.7:30001"],
  [2, "203.0.113.1, 192.0.2.7:30001, 10.0.0.2:443", "192.0.2.7:30001"],
  [0, "203.0.113.1", "127.0.0.1"],
])("with %j trusted, %j comes from %s", async (trusted, forwarded, client) => {
  expect(await clientOf(trusted, forwarded)).toBe(client);
});

it.each([
  ["10.0.0.0/8, loopback", undefined],
  [0, undefined],
  [1, "192.0.2.7"],
])(
  "with %j trusted, a client that has left comes from %s, which throws nothing",
  async (trusted, client) => {
    expect(await clientThatLeft(trusted, "192.0.2.7")).toBe(client);
  },
);
