import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Trouble } from "@parley/conformance";

/** One call of the plugin. */
export interface Call {
  /** Such as `PUT /conversations/7/messages/1`. */
  readonly target: string;
  /** The parts of the path, decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** JSON; `null`: none. */
  readonly body: unknown;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/** A server that fails on request, as apps do. Its subclass is the app. */
export abstract class FakeServer {
  /** What is wrong with it; `null`: nothing. */
  trouble: Trouble | null = null;
  /** How long callers are told to wait; `null`: they are answered. */
  busyForSeconds: number | null = null;
  readonly #token: string;
  readonly #server: Server;
  readonly #held = new Set<ServerResponse>();

  constructor(token: string) {
    this.#token = token;
    this.#server = createServer((request, response) => void this.#respond(request, response));
  }

  async listen(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The JSON of the answer to a call; `undefined`: there is no such thing. */
  protected abstract answer(call: Call): unknown;

  /** What was held back while it was silent is never answered. */
  endTrouble(): void {
    this.trouble = null;
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  /** Dies and starts again. What it has stored stays, and nothing under way is answered. */
  restart(): void {
    this.#held.clear();
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { trouble, busyForSeconds } = this;
    const end = (status: number, words = "") => void response.writeHead(status).end(words);
    if (request.headers.authorization !== `Bearer ${this.#token}`) return end(401);
    if (busyForSeconds !== null) response.setHeader("retry-after", busyForSeconds);
    if (busyForSeconds !== null) return end(429);
    if (trouble === "away") return void response.destroy();
    if (trouble === "silent") return void this.#held.add(response);
    if (trouble === "refusing") return end(410, "closed for good");
    const answer = await this.answer(callOf(request, response, body));
    if (trouble === "answer-lost") return void response.destroy();
    if (answer === undefined) return end(404);
    end(200, JSON.stringify(answer));
  }
}

function callOf(request: IncomingMessage, response: ServerResponse, body: string): Call {
  const { pathname, searchParams: query } = new URL(request.url ?? "", "http://app");
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return {
    target: `${request.method} ${pathname}`,
    path: pathname.split("/").slice(1).map(decodeURIComponent),
    query,
    body: body === "" ? null : JSON.parse(body),
    signal: gone.signal,
  };
}
