import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { DeliveryReport, VisitorEvent } from "@parley/core";
import type { Trouble } from "../../src/index.ts";

/** An agent app behind HTTP, which knows events and reports by their ids. */
export class HttpAgentApp {
  readonly events = new Map<string, VisitorEvent>();
  readonly reports = new Map<string, DeliveryReport>();
  trouble: Trouble | null = null;
  available = true;
  readonly #server: Server;
  readonly #held = new Set<ServerResponse>();

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<HttpAgentApp> {
    const app = new HttpAgentApp();
    await new Promise<void>((resolve) => app.#server.listen(0, "127.0.0.1", resolve));
    return app;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { trouble } = this;
    if (trouble === "away") return void response.destroy();
    if (trouble === "silent") return void this.#held.add(response);
    if (trouble === "refusing") return void response.writeHead(410).end("no such inbox");
    if (request.url === "/available") return void response.end(this.available ? "1" : "0");
    this.#keep(request.url ?? "", Buffer.concat(chunks).toString());
    if (trouble === "answer-lost") return void response.destroy();
    response.end();
  }

  #keep(path: string, text: string): void {
    if (path === "/report") {
      const report = JSON.parse(text) as DeliveryReport;
      this.reports.set(report.deliveryId, report);
    } else {
      const event = JSON.parse(text) as VisitorEvent;
      if (!this.events.has(event.id)) this.events.set(event.id, event);
    }
  }
}
