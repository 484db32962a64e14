import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Answers one request; `index` counts them from 0. */
export type AnswerRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  index: number,
) => unknown;

/** An agent app on loopback: a real server that a test scripts. */
export class HttpApp {
  /** Requests in order of arrival. Their bodies may still be coming. */
  readonly requests: IncomingMessage[] = [];
  /** Every connection that was made. */
  readonly sockets: Socket[] = [];
  answer: AnswerRequest;
  readonly #server: Server;

  private constructor(answer: AnswerRequest) {
    this.answer = answer;
    this.#server = createServer((request, response) => {
      response.on("error", () => {});
      request.on("error", () => {});
      this.answer(request, response, this.requests.push(request) - 1);
    });
    // Both ends of a connection are in this process: the client is the one that closes.
    this.#server.keepAliveTimeout = 60_000;
    this.#server.on("connection", (socket) => void this.sockets.push(socket.on("error", () => {})));
  }

  static async open(answer: AnswerRequest = answerOk): Promise<HttpApp> {
    const app = new HttpApp(answer);
    await new Promise<void>((resolve) => app.#server.listen(0, "127.0.0.1", resolve));
    return app;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Its origin. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

/** The default answer: `ok`, once the request has come to its end. */
export async function answerOk(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await bodyOf(request);
  response.end("ok");
}

/** The whole body of a request that arrived. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The path of a request that arrived, without its query. */
export function pathOf({ url = "" }: IncomingMessage): string {
  return url.replace(/\?.*$/, "");
}
