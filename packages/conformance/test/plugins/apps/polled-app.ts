import type { SeenMessage } from "../../../src/index.ts";
import { pollingPlugin } from "../fixtures/polling-plugin.ts";
import { type AppAnswer, type AppCall, AppServer, type ShownReport } from "./app-server.ts";

interface Post {
  readonly key: string;
  readonly conversationId: string;
  readonly message?: SeenMessage["message"];
  readonly visitor?: SeenMessage["visitor"];
  readonly deliveryId?: string;
}

/**
 * An app with topics, like a messenger's: it makes a topic when asked, takes posts into it, and tells what agents wrote
 * to whoever polls for updates behind a cursor. It recognises no repeats of topics, only of posts by their key.
 */
export class PolledApp extends AppServer {
  readonly name = "topics";
  readonly #topics = new Map<number, Post[]>();
  readonly #updates: { id: number; topic: number; author: string; text: string }[] = [];
  #lastTopic = 0;
  #polls: (() => void)[] = [];

  plugin(token: string) {
    return pollingPlugin({ name: this.name, url: this.url, token });
  }

  messages(id: string): readonly SeenMessage[] {
    return this.#posts(id).flatMap(({ message, visitor }) =>
      message === undefined ? [] : { message, visitor: visitor ?? null },
    );
  }

  reports(id: string): readonly ShownReport[] {
    const reports = this.#posts(id).filter(({ deliveryId }) => deliveryId !== undefined);
    return reports as readonly object[] as readonly ShownReport[];
  }

  write(conversationId: string, text: string): number {
    const posted = [...this.#topics].find(([, posts]) =>
      posts.some((post) => post.conversationId === conversationId),
    );
    const id = this.#updates.length + 1;
    this.#updates.push({ id, topic: posted?.[0] ?? 0, author: "Ann", text });
    for (const poll of this.#polls.splice(0)) poll();
    return id;
  }

  keyOf(id: number): string {
    return `update ${id}`;
  }

  get conversationCount(): number {
    return this.#topics.size;
  }

  /** Ids of the conversations that it shows something of. */
  get conversations(): readonly string[] {
    const posts = [...this.#topics.values()].flat();
    return [...new Set(posts.map(({ conversationId }) => conversationId))];
  }

  protected answer({ target, query, body, signal }: AppCall): AppAnswer | Promise<AppAnswer> {
    const [method, path = ""] = target.split(" ");
    if (path === "/available") return { body: this.available };
    if (path === "/updates") return this.#poll(Number(query.get("after")), signal);
    if (path === "/topics") {
      this.#topics.set(++this.#lastTopic, []);
      return { body: this.#lastTopic };
    }
    const topic = Number(path.split("/")[2]);
    const posts = this.#topics.get(topic);
    if (posts === undefined) return { status: 404, body: "no such topic" };
    const post = body as Post;
    if (method === "GET") return { body: this.#updatesOf(topic, Number(query.get("after"))) };
    if (method === "DELETE") this.#topics.delete(topic);
    else if (!posts.some(({ key }) => key === post.key)) posts.push(post);
    return {};
  }

  #updatesOf(topic: number, after: number): readonly object[] {
    return this.#updates.filter((update) => update.topic === topic && update.id > after);
  }

  async #poll(after: number, signal: AbortSignal): Promise<AppAnswer> {
    if (this.#updates.length <= after)
      await new Promise<void>((resolve) => {
        this.#polls.push(resolve);
        signal.addEventListener("abort", () => resolve());
      });
    return { body: this.#updates.slice(after) };
  }

  /** Also those in a topic of another conversation, where they would be wrong. */
  #posts(id: string): readonly Post[] {
    return [...this.#topics.values()].flat().filter((post) => post.conversationId === id);
  }
}
