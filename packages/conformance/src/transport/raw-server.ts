import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/** Called once per complete request; `index` counts them from 0. */
export type Respond = (socket: Socket, index: number) => void;

/** A server on loopback that records raw requests and answers with raw bytes. */
export class RawServer {
  /** Complete requests in order of arrival, as latin1 text. */
  readonly requests: string[] = [];
  readonly sockets: Socket[] = [];
  receivedBytes = 0;
  readonly #server: Server;
  readonly #respond: Respond;
  readonly #scheme: string;

  private constructor(respond: Respond, tls: TlsOptions | null) {
    this.#respond = respond;
    this.#scheme = tls === null ? "http" : "https";
    const take = (socket: Socket) => this.#take(socket);
    this.#server = tls === null ? createServer(take) : createTlsServer(tls, take);
  }

  /** `tls`: key and certificate for a TLS server. */
  static async open(respond: Respond, tls: TlsOptions | null = null): Promise<RawServer> {
    const server = new RawServer(respond, tls);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  #take(socket: Socket): void {
    let text = "";
    this.sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      this.receivedBytes += chunk.length;
      text += chunk.toString("latin1");
      if (!isWhole(text)) return;
      const index = this.requests.push(text) - 1;
      text = "";
      this.#respond(socket, index);
    });
  }
}

/** A port of loopback without a listener. */
export async function closedPort(): Promise<number> {
  const server = await RawServer.open(() => {});
  const { port } = server;
  await server.close();
  return port;
}

function isWhole(text: string): boolean {
  const [head = "", body] = text.split(/\r\n\r\n(.*)/s);
  if (body === undefined) return false;
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  return length === undefined ? body.endsWith("0\r\n\r\n") : body.length >= Number(length);
}
