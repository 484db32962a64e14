import { once } from "node:events";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import type { Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ContainerModule } from "inversify";
import type { SeenMessage, SeenReport, Trouble } from "../../../src/index.ts";

/** One call of a plugin. */
export interface AppCall {
  /** Which plugin calls. */
  readonly token: string;
  /** Such as `POST /topics/7/posts`. */
  readonly target: string;
  readonly query: URLSearchParams;
  /** JSON; `null`: none. */
  readonly body: unknown;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/** Sent as JSON. */
export interface AppAnswer {
  readonly status?: number;
  readonly body?: unknown;
}

/** An answer that need not be JSON. */
export interface FixedAnswer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly text?: string;
}

/** A delivery report as the app shows it. */
export type ShownReport = SeenReport & { readonly idempotencyKey: string | null };

/** An agent app behind a real HTTP server, in a process of its own as far as its plugin can tell. */
export abstract class AppServer {
  /** Whether an agent is there. */
  available = true;
  trouble: Trouble | null = null;
  /** How long callers are told to wait; `null`: they are answered. */
  busyForSeconds: number | null = null;
  /** What it answers to every call, as it is; `null`: what belongs to the call. */
  fixedAnswer: FixedAnswer | null = null;
  /** Where it posts its webhooks; `null`: nowhere. */
  webhookUrl: string | null = null;
  readonly calls: AppCall[] = [];
  /** Runs before a call is answered. */
  before: (call: AppCall) => Promise<void> = () => Promise.resolve();
  readonly #server: Server;
  readonly #held = new Set<ServerResponse>();

  constructor() {
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

  /** The name of its plugin's instance. */
  abstract readonly name: string;
  /** A new plugin, which calls with `token`. */
  abstract plugin(token: string): ContainerModule;
  /** What it shows of a visitor's messages. */
  abstract messages(conversationId: string): readonly SeenMessage[];
  abstract reports(conversationId: string): readonly ShownReport[];
  /** An agent writes. Returns the app's id of the message. */
  abstract write(conversationId: string, text: string): number;
  /** The key with which its plugin sends the agents' message `id`. */
  abstract keyOf(id: number): string;
  /** How many conversations it has, empty ones included. */
  abstract readonly conversationCount: number;
  protected abstract answer(call: AppCall): AppAnswer | Promise<AppAnswer>;

  /** What was held back while it was silent is never answered. */
  endTrouble(): void {
    this.trouble = null;
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  /** Dies and starts again: what it has stored stays, and nothing under way is answered. */
  restart(): void {
    this.#held.clear();
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = await request.toArray().catch(() => null);
    if (chunks === null) return;
    const text = Buffer.concat(chunks).toString();
    const { pathname, searchParams: query } = new URL(request.url ?? "", this.url);
    const { authorization, api_access_token: accessToken } = request.headers;
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const call: AppCall = {
      token: String(accessToken ?? authorization).replace("Bearer ", ""),
      target: `${request.method} ${pathname}`,
      query,
      body: text === "" ? null : JSON.parse(text),
      signal: gone.signal,
    };
    this.calls.push(call);
    await this.before(call);
    const { trouble, busyForSeconds, fixedAnswer } = this;
    if (fixedAnswer !== null)
      return void response
        .writeHead(fixedAnswer.status, fixedAnswer.headers)
        .end(fixedAnswer.text ?? "");
    if (busyForSeconds !== null)
      return void response.writeHead(429, { "retry-after": String(busyForSeconds) }).end("busy");
    if (trouble === "away") return void response.destroy();
    if (trouble === "silent") return void this.#held.add(response);
    if (trouble === "refusing") return void response.writeHead(410).end("no such inbox");
    const { status = 200, body = null } = await this.answer(call);
    if (trouble === "answer-lost") return void response.destroy();
    response.writeHead(status).end(JSON.stringify(body));
  }
}
