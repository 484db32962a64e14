import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Behaviour } from "./behaviour.ts";
import { certificateFiles } from "./certificate-files.ts";

/** What reached a receiver so far. */
export interface Arrivals {
  connections: number;
  requests: number;
}

/** A server that treats whoever comes as its behaviour says; `null` when the receiver is none of this process. */
export function receiverServer(
  { door, greet, answer }: Behaviour,
  arrivals: Arrivals,
  canaryUrl: string,
): Server | null {
  if (door === "deaf" || door === "refused") return null;
  const serve = (socket: Socket): void => {
    socket.on("error", () => {});
    readRequests(socket, () => {
      arrivals.requests += 1;
      answer({ socket, request: arrivals.requests, canaryUrl });
    });
    greet?.(socket);
  };
  const server =
    door === "plain" || door === "bytes"
      ? createServer(serve)
      : createTlsServer(certificateFiles(door), serve).on("tlsClientError", () => {});
  return server.on("connection", () => void (arrivals.connections += 1));
}

function readRequests(socket: Socket, onRequest: () => void): void {
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    const [head = "", body] = text.split(/\r\n\r\n(.*)/s);
    const length = /^content-length: (\d+)$/im.exec(head)?.[1];
    const whole =
      length === undefined ? body?.endsWith("0\r\n\r\n") : (body?.length ?? 0) >= Number(length);
    if (!whole) return;
    text = "";
    onRequest();
  });
}
