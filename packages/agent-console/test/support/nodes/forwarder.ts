import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A load balancer for several nodes. Each of this machine's names leads to another node. */
export interface Forwarder {
  /** `http://127.0.0.1` and `http://localhost`, with the port. */
  readonly urls: readonly [string, string];
  /** From now on, requests for this name go to that port. */
  lead(name: "127.0.0.1" | "localhost", port: number): void;
  close(): Promise<void>;
}

export async function startForwarder(): Promise<Forwarder> {
  const ports = new Map<string, number>();
  const server = createServer((incoming, response) => {
    const name = (incoming.headers.host ?? "").split(":", 1)[0] ?? "";
    pass(incoming, response, ports.get(name) ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urls: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
    lead: (name, to) => void ports.set(name, to),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An error on one side closes the other. */
function pass(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const outgoing = request({ host: "127.0.0.1", port, method, path: url, headers });
  outgoing.on("error", () => response.destroy());
  outgoing.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  response.on("close", () => outgoing.destroy());
  incoming.pipe(outgoing);
}
