import type { SeenMessage, SeenReport } from "@parley/conformance";
import { type Call, FakeServer } from "./fake-server.ts";

/** What it keeps of a conversation. Both are known by their ids, so that a repeat changes nothing. */
interface Conversation {
  readonly messages: Map<string, SeenMessage>;
  readonly reports: Map<string, SeenReport>;
}

interface Reply {
  readonly id: number;
  readonly conversationId: string;
  readonly agent: string;
  readonly text: string;
}

/** Proxies end a request that waits longer. */
const longestWaitMs = 25_000;

/** An app in which agents answer. It tells what they wrote to whoever asks. Put your app in its place. */
export class FakeApp extends FakeServer {
  /** Whether an agent is there. */
  available = true;
  /** Runs when a visitor's message is new. */
  onMessage: (conversationId: string, message: SeenMessage["message"]) => void = () => {};
  readonly #conversations = new Map<string, Conversation>();
  /** A message that comes late must not bring one back. */
  readonly #erased = new Set<string>();
  readonly #replies: Reply[] = [];
  /** It forgets everything when it ends, but never gives an id twice. */
  #lastId = Date.now();
  /** Those who wait for news. */
  #waiting: (() => void)[] = [];

  messages(conversationId: string): readonly SeenMessage[] {
    return [...(this.#conversations.get(conversationId)?.messages.values() ?? [])];
  }

  reports(conversationId: string): readonly SeenReport[] {
    return [...(this.#conversations.get(conversationId)?.reports.values() ?? [])];
  }

  /** An agent writes. */
  write(conversationId: string, text: string): void {
    this.#lastId += 1;
    this.#replies.push({ id: this.#lastId, conversationId, agent: "Ann", text });
    for (const tell of this.#waiting.splice(0)) tell();
  }

  protected answer({ target, path, query, body, signal }: Call): unknown {
    const after = Number(query.get("after"));
    if (target === "GET /availability") return { available: this.available };
    if (target === "GET /replies") return this.#news(after, signal);
    const [, conversationId = "", kind, id = ""] = path;
    if (target.startsWith("DELETE ")) return this.#erase(conversationId);
    if (target.startsWith("GET ")) return this.#after(conversationId, after);
    if (this.#erased.has(conversationId)) return undefined;
    const { messages, reports } = this.#open(conversationId);
    const isNew = kind === "messages" && !messages.has(id);
    if (isNew) messages.set(id, body as SeenMessage);
    if (kind === "reports") reports.set(id, body as SeenReport);
    if (isNew) this.onMessage(conversationId, (body as SeenMessage).message);
    return {};
  }

  #after(conversationId: string, after: number): readonly Reply[] {
    return this.#replies.filter(
      (reply) => reply.conversationId === conversationId && reply.id > after,
    );
  }

  #erase(conversationId: string): boolean {
    this.#erased.add(conversationId);
    return this.#conversations.delete(conversationId);
  }

  #open(conversationId: string): Conversation {
    const known = this.#conversations.get(conversationId);
    const conversation = known ?? { messages: new Map(), reports: new Map() };
    this.#conversations.set(conversationId, conversation);
    return conversation;
  }

  /** Waits until there is news, or the caller has gone. */
  async #news(after: number, signal: AbortSignal): Promise<readonly Reply[]> {
    const isNew = ({ id }: Reply) => id > after;
    if (!this.#replies.some(isNew))
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        signal.addEventListener("abort", () => resolve());
        setTimeout(resolve, longestWaitMs).unref();
      });
    return this.#replies.filter(isNew);
  }
}
