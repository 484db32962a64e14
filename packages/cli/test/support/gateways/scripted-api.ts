import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers one request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server in place of an admin API, with scripted answers. */
export class ScriptedApi implements AsyncDisposable {
  /** Method and path with query of every request. */
  readonly asked: string[] = [];
  readonly #server: Server;

  private constructor(answer: Answer) {
    this.#server = createServer((request, response) => {
      this.asked.push(`${request.method} ${request.url}`);
      request.resume();
      answer(request, response);
    });
  }

  static async open(answer: Answer): Promise<ScriptedApi> {
    const api = new ScriptedApi(answer);
    api.#server.listen(0, "127.0.0.1");
    await once(api.#server, "listening");
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), "close");
  }
}

/** Answers with JSON. */
export function json(value: unknown, status = 200): Answer {
  return (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  };
}
