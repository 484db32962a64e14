import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { deskHost } from "./desk-http-client.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** An agent app that has files, on a private address. */
export class Desk {
  readonly url: string;
  /** Paths that were asked for, with the token that came. */
  readonly requests: { readonly path: string; readonly token: string | undefined }[] = [];
  readonly #server: Server;
  readonly #answers: Map<string, Answer>;

  private constructor(server: Server, answers: Map<string, Answer>) {
    this.#server = server;
    this.#answers = answers;
    this.url = `http://${deskHost}:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<Desk> {
    const answers = new Map<string, Answer>();
    let desk: Desk | null = null;
    const server = createServer((request, response) => {
      const path = request.url ?? "";
      desk?.requests.push({ path, token: request.headers.authorization });
      const answer = answers.get(path);
      if (answer !== undefined) return answer(response, request);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    desk = new Desk(server, answers);
    return desk;
  }

  /** Gives a file at `path`. @returns its link */
  has(
    path: string,
    content: string | Uint8Array,
    type = "text/plain",
    headers: Readonly<Record<string, string>> = {},
  ): string {
    return this.answers(path, (response) => {
      response.writeHead(200, {
        "content-type": type,
        "content-length": Buffer.byteLength(content),
        ...headers,
      });
      response.end(content);
    });
  }

  /** @returns the link */
  answers(path: string, answer: Answer): string {
    this.#answers.set(encodeURI(path), answer);
    return this.url + encodeURI(path);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
