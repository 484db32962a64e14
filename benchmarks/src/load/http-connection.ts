import { once } from "node:events";
import { connect, type Socket } from "node:net";

const headEnd = "\r\n\r\n";
/** Longer than a machine may stand still. A measured server has answered before. */
const timeoutMs = 120_000;

/**
 * One kept-alive connection that sends and waits with little CPU: the generator shares the cores with the measured
 * process. Answers must have a `Content-Length`.
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #head: string;
  #received = "";
  #settle: { resolve: (status: number) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket, path: string) {
    this.#socket = socket;
    this.#head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: `;
    socket.setNoDelay(true).setEncoding("latin1");
    socket.on("data", (chunk: string) => this.#read(chunk));
    socket.on("error", () => {});
    socket.on("close", () => this.#settle?.reject(new Error("no answer: the connection ended")));
    socket.setTimeout(timeoutMs, () => socket.destroy());
  }

  static async open(port: number, path: string): Promise<HttpConnection> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return new HttpConnection(socket, path);
  }

  /** @returns the status once the answer is complete. @throws Error when the connection ends before. */
  post(body: string): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return void reject(new Error("the connection is closed"));
      this.#settle = { resolve, reject };
      this.#socket.write(`${this.#head}${Buffer.byteLength(body)}${headEnd}${body}`);
    });
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#received += chunk;
    const end = this.#received.indexOf(headEnd);
    if (end === -1) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received)?.[1];
    if (length === undefined) return void this.#socket.destroy();
    if (this.#received.length < end + headEnd.length + Number(length)) return;
    const status = Number(this.#received.slice(9, 12));
    const settle = this.#settle;
    this.#received = "";
    this.#settle = null;
    settle?.resolve(status);
  }
}
