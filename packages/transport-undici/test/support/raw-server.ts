import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { onTestFinished } from "vitest";

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");

/** A certificate of our own for `localhost`, `shop.test`, 127.0.0.1 and ::1; its key protects nothing. */
export const testCertificate = {
  cert: fixture("localhost-cert.pem"),
  key: fixture("localhost-key.pem"),
};

/** A server that shows what really came over the wire and answers with whatever bytes a test wants. */
export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Whole requests in order of arrival, as text. */
  readonly requests: string[];
  readonly sockets: Socket[];
  readonly receivedBytes: () => number;
}

/** Called once per whole request. */
export type Respond = (socket: Socket, index: number) => void;

export async function rawServer(
  respond: Respond,
  options: { readonly tls?: boolean } = {},
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  let bytes = 0;
  const onConnection = (socket: Socket): void => {
    let text = "";
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      text += chunk.toString("latin1");
      if (isWhole(text)) {
        const index = requests.push(text) - 1;
        text = "";
        respond(socket, index);
      }
    });
  };
  const server = options.tls
    ? createTlsServer(testCertificate, onConnection)
    : createServer(onConnection);
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) {
      socket.destroy();
    }
  });
  return {
    port,
    url: `http${options.tls ? "s" : ""}://127.0.0.1:${port}`,
    requests,
    sockets,
    receivedBytes: () => bytes,
  };
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

export const okResponse = 'HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"result":"ok"}';

export const respondOk: Respond = (socket) => void socket.write(okResponse);

function isWhole(text: string): boolean {
  const [head = "", body] = text.split(/\r\n\r\n(.*)/s);
  if (body === undefined) {
    return false;
  }
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length === undefined ? body.endsWith("0\r\n\r\n") : body.length >= Number(length);
}
