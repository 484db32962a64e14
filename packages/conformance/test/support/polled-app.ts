import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Trouble } from "../../src/index.ts";

interface Posted {
  readonly key: string;
  readonly [field: string]: unknown;
}

/**
 * An agent app with topics, like a messenger's: it makes a topic when asked, takes posts into it, and tells what agents
 * wrote to whoever polls for updates behind a cursor. It recognises no repeats of topics, only of posts by their key.
 */
export class PolledApp {
  /** Posts of each topic, in order. */
  readonly topics: Posted[][] = [];
  readonly updates: { readonly id: number; readonly topic: number; readonly text: string }[] = [];
  trouble: Trouble | null = null;
  available = true;
  /** The highest cursor that was polled behind. */
  cursor = 0;
  readonly #server: Server;
  readonly #held = new Set<ServerResponse>();
  #polls: (() => void)[] = [];

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<PolledApp> {
    const app = new PolledApp();
    await new Promise<void>((resolve) => app.#server.listen(0, "127.0.0.1", resolve));
    return app;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** An agent writes. Resolves when the plugin polls behind it: then it was handled. */
  async write(topic: number, text: string): Promise<void> {
    const id = this.updates.length + 1;
    this.updates.push({ id, topic, text });
    for (const poll of this.#polls.splice(0)) poll();
    while (this.cursor < id) await new Promise((resolve) => setTimeout(resolve, 2));
  }

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
    for (const poll of this.#polls.splice(0)) poll();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { pathname, searchParams } = new URL(request.url ?? "", this.url);
    if (pathname === "/updates") return this.#poll(Number(searchParams.get("after")), response);
    const { trouble } = this;
    if (trouble === "away") return void response.destroy();
    if (trouble === "silent") return void this.#held.add(response);
    if (trouble === "refusing") return void response.writeHead(410).end('"no such group"');
    if (pathname === "/available") return void response.end(String(this.available));
    const answer = this.#do(pathname, Buffer.concat(chunks).toString());
    if (trouble === "answer-lost") return void response.destroy();
    response.end(JSON.stringify(answer));
  }

  #do(path: string, text: string): unknown {
    if (path === "/topics") return this.topics.push([]) - 1;
    const posts = this.topics[Number(path.split("/")[2])];
    const post = JSON.parse(text) as Posted;
    if (posts !== undefined && !posts.some(({ key }) => key === post.key)) posts.push(post);
    return null;
  }

  async #poll(after: number, response: ServerResponse): Promise<void> {
    this.cursor = Math.max(this.cursor, after);
    if (this.updates.length <= after)
      await new Promise<void>((resolve) => {
        this.#polls.push(resolve);
        response.once("close", resolve);
      });
    response.end(JSON.stringify(this.updates.slice(after)));
  }
}
