import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { standardWebhooksSignature } from "@parley/agent-kit";
import type { SeenMessage, SeenReport, Trouble } from "@parley/conformance";
import type { Clock, TypingType } from "@parley/core";

interface Pushed {
  readonly type: string;
  readonly id: string;
  readonly conversationId: string;
  readonly [field: string]: unknown;
}

/** An app that gets its events posted, and knows them by their ids. */
export class PushedApp {
  readonly #check: (request: never) => Promise<boolean>;
  readonly #events = new Map<string, Pushed>();
  readonly #held = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  trouble: Trouble | null = null;
  busyForSeconds: number | null = null;
  /** What it answers in place of 204. */
  status = 204;
  /** Ids of webhooks, in order. */
  readonly received: string[] = [];

  constructor(secret: string, clock: Clock) {
    this.#check = standardWebhooksSignature({ secrets: [secret], now: () => clock.now() });
  }

  async listen(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get events(): readonly Pushed[] {
    return [...this.#events.values()];
  }

  messages(conversationId: string): readonly SeenMessage[] {
    return this.#of("visitor.message", conversationId).map(({ message, visitor }) => ({
      message: message as Record<string, unknown>,
      visitor: visitor as Record<string, unknown>,
    }));
  }

  /** The newest notice of typing; `null`: none. */
  typing(conversationId: string): TypingType | null {
    const newest = this.#of("visitor.typing", conversationId).at(-1);
    return (newest?.["typing"] as TypingType | undefined) ?? null;
  }

  reports(conversationId: string): readonly SeenReport[] {
    return this.#of("delivery.report", conversationId) as never;
  }

  /** What was held back while it was silent is never answered. */
  endTrouble(): void {
    this.trouble = null;
    for (const response of this.#held) response.destroy();
    this.#held.clear();
  }

  restart(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #of(type: string, conversationId: string): readonly Pushed[] {
    return this.events.filter((one) => one.type === type && one.conversationId === conversationId);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks = await request.toArray().catch(() => null);
    if (chunks === null) return;
    const body = Buffer.concat(chunks);
    const isSigned = await this.#check({ headers: request.headers, body } as never);
    if (!isSigned) return void response.writeHead(401).end();
    const { trouble, busyForSeconds } = this;
    if (busyForSeconds !== null)
      return void response.writeHead(429, { "retry-after": String(busyForSeconds) }).end();
    if (trouble === "away") return void response.destroy();
    if (trouble === "silent") return void this.#held.add(response);
    if (trouble === "refusing") return void response.writeHead(422).end("no such inbox");
    const event = JSON.parse(body.toString()) as Pushed;
    this.received.push(String(request.headers["webhook-id"]));
    if (this.status === 204 && !this.#events.has(event.id)) this.#events.set(event.id, event);
    if (trouble === "answer-lost") return void response.destroy();
    response.writeHead(this.status).end();
  }
}
