import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { hardenServer } from "../../src/index.ts";

/** How many of `wanted` requests, each sent once the one before is answered, are answered over one connection. */
async function answered(server: Server, wanted: number): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  let text = "";
  client.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  for (let request = 1; request <= wanted; request += 1) {
    client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    while (text.split("HTTP/1.1 200 ").length <= request) await once(client, "data");
  }
  return text.split("HTTP/1.1 200 ").length - 1;
}

it("a server that was hardened twice answers every request", async () => {
  const server = createServer((_request, response) => void response.end("ok"));
  hardenServer(server);
  hardenServer(server);
  expect(await answered(server, 3)).toBe(3);
});

it("so does one that hands its requests on to another, where both are hardened", async () => {
  const inner = createServer((_request, response) => void response.end("ok"));
  hardenServer(inner);
  const outer = createServer((request, response) => inner.emit("request", request, response));
  hardenServer(outer);
  expect(await answered(outer, 3)).toBe(3);
});
