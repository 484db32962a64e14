import type { Socket } from "node:net";
import { type Arrival, type Endpoint, okReaction, type Reaction } from "./endpoint.ts";
import { RawServer } from "./raw-server.ts";
import { readRequest } from "./read-request.ts";

/** An endpoint on a real socket. */
export class LoopbackEndpoint implements Endpoint {
  readonly arrivals: Arrival[] = [];
  react: Endpoint["react"] = () => okReaction;
  #server: RawServer | null = null;

  static async open(): Promise<LoopbackEndpoint> {
    const endpoint = new LoopbackEndpoint();
    endpoint.#server = await RawServer.open((socket) => endpoint.#arrived(socket));
    return endpoint;
  }

  get url(): string {
    return this.#server?.url ?? "";
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  #arrived(socket: Socket): void {
    const { target, headers, body } = readRequest(this.#server?.requests.at(-1) ?? "");
    const transfer = headers.has("transfer-encoding") ? "chunked" : "content-length";
    const arrival = { target, body: body.toString("utf8"), transfer } as const;
    perform(socket, this.react(arrival, this.arrivals.push(arrival) - 1));
  }
}

function perform(socket: Socket, reaction: Reaction): void {
  if (reaction.kind === "hang-up") return void socket.end();
  if (reaction.kind === "drip") return drip(socket);
  if (reaction.kind === "silence") return;
  const { status, location } = reaction;
  const bytes = Buffer.from(reaction.body);
  const where = location === undefined ? "" : `Location: ${location}\r\n`;
  socket.write(`HTTP/1.1 ${status} Any\r\n${where}Content-Length: ${bytes.length}\r\n\r\n`);
  socket.write(bytes);
}

function drip(socket: Socket): void {
  socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
  const timer = setInterval(() => socket.write("x"), 5);
  socket.on("close", () => clearInterval(timer));
}
