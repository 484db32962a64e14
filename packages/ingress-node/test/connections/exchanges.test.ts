import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { watchExchanges } from "../../src/connections/exchanges.ts";

it("an idle connection keeps nothing of what was asked over it", async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.end("ok"));
  });
  const exchangesOf = watchExchanges(server, 100);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi");
  const [socket] = await accepted;
  const [request, response] = await once(server, "request");
  expect(exchangesOf(socket).latest).toBe(response);
  await once(response, "close");
  expect([request.complete, exchangesOf(socket)]).toEqual([
    true,
    { unfinished: new Set(), latest: null, isTaken: false },
  ]);
});
