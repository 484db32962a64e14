import { readFileSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { RawServer, type Respond } from "@parley/conformance";
import { onTestFinished } from "vitest";

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");

/** A certificate of our own for `localhost`, `shop.test`, 127.0.0.1 and ::1; its key protects nothing. */
export const testCertificate = {
  cert: fixture("localhost-cert.pem"),
  key: fixture("localhost-key.pem"),
};

/** A raw server that is closed after the test. */
export async function rawServer(
  respond: Respond,
  options: { readonly tls?: boolean } = {},
): Promise<RawServer> {
  const server = await RawServer.open(respond, options.tls ? testCertificate : null);
  onTestFinished(() => server.close());
  return server;
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

export const okResponse = 'HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"result":"ok"}';

export const respondOk: Respond = (socket) => void socket.write(okResponse);
