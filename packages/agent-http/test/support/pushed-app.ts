import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { standardWebhooksSignature } from "@parley/agent-kit";
import type { Trouble } from "@parley/conformance";
import type { Clock } from "@parley/core";
import { type AppEvent, AppEvents } from "./app-events.ts";

/** An app that gets its events posted, and knows them by their ids. */
export class PushedApp {
  readonly events = new AppEvents();
  readonly #check: (request: never) => Promise<boolean>;
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
    const event = JSON.parse(body.toString()) as AppEvent;
    this.received.push(String(request.headers["webhook-id"]));
    if (this.status === 204) this.events.keep(event);
    if (trouble === "answer-lost") return void response.destroy();
    response.writeHead(this.status).end();
  }
}
