import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The endpoint's reaction to a POST: an answer, or `break` for a broken connection. */
export type EndpointAnswer = { readonly status: number; readonly body: string } | "break" | "hang";

/** One POST as received. */
export interface EndpointPost {
  /** `performance.now()`. */
  readonly at: number;
  readonly path: string;
  readonly body: string;
}

/** An integrating system with scripted answers that records every POST. */
export class Endpoint {
  readonly posts: EndpointPost[] = [];
  answer: (post: EndpointPost) => EndpointAnswer = () => ({ status: 200, body: '{"result":"ok"}' });
  /** Awaited before each answer. */
  delay: () => Promise<void> = () => Promise.resolve();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const at = performance.now();
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
      const post = { at, path: request.url ?? "", body };
      this.posts.push(post);
      const answer = this.answer(post);
      await this.delay();
      if (answer === "hang") return;
      if (answer === "break") return void request.socket.destroy();
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
    });
  }

  static async open(): Promise<Endpoint> {
    const endpoint = new Endpoint();
    endpoint.#server.listen(0, "127.0.0.1");
    await once(endpoint.#server, "listening");
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Received text messages, in order. */
  get texts(): string[] {
    return this.posts
      .map(({ body }) => (JSON.parse(body) as { message: { text?: string } }).message.text)
      .filter((text) => text !== undefined);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), "close");
  }
}
