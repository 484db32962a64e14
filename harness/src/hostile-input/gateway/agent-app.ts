import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { VisitorEvent } from "@parley/core";

/** The agent app behind the attacked gateway: takes every event and keeps it by visitor. */
export class AgentApp {
  readonly url: string;
  readonly #byVisitor = new Map<string, VisitorEvent[]>();
  readonly #ids = new Set<string>();
  readonly #close: () => void;

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.#close = close;
  }

  static async open(): Promise<AgentApp> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        app.#take(Buffer.concat(chunks).toString());
        response.end();
      });
    });
    server.keepAliveTimeout = 60_000;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const app = new AgentApp(`http://127.0.0.1:${port}`, () => {
      server.closeAllConnections();
      server.close();
    });
    return app;
  }

  /** Events that arrived, each once. */
  get arrived(): number {
    return this.#ids.size;
  }

  /** What a visitor wrote, in the order of arrival. */
  of(visitorId: string): readonly VisitorEvent[] {
    return this.#byVisitor.get(visitorId) ?? [];
  }

  /** Every event of every visitor. */
  all(): IterableIterator<readonly VisitorEvent[]> {
    return this.#byVisitor.values();
  }

  close(): void {
    this.#close();
  }

  #take(body: string): void {
    const event = JSON.parse(body) as VisitorEvent;
    if (this.#ids.has(event.id)) return;
    this.#ids.add(event.id);
    const { id } = event.visitor;
    this.#byVisitor.set(id, [...this.of(id), event]);
  }
}
