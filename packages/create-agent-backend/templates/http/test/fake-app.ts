import { createHmac } from "node:crypto";
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

/** An app in which agents answer. It posts a signed webhook when one has written. Put your app in its place. */
export class FakeApp extends FakeServer {
  /** Whether an agent is there. */
  available = true;
  /** Where it posts its webhooks; `null`: nowhere. */
  webhookUrl: string | null = null;
  /** Its clock, in epoch milliseconds. That of the suite stands still. */
  now: () => number = Date.now;
  /** Runs when a visitor's message is new. */
  onMessage: (conversationId: string, message: SeenMessage["message"]) => void = () => {};
  readonly #secret: string;
  readonly #conversations = new Map<string, Conversation>();
  /** A message that comes late must not bring one back. */
  readonly #erased = new Set<string>();
  readonly #replies: Reply[] = [];
  /** It forgets everything when it ends, but never gives an id twice. */
  #lastId = Date.now();

  constructor({ token, secret }: { readonly token: string; readonly secret: string }) {
    super(token);
    this.#secret = secret;
  }

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
    void this.#post({ conversationId });
  }

  protected answer({ target, path, query, body }: Call): unknown {
    if (target === "GET /availability") return { available: this.available };
    const [, conversationId = "", kind, id = ""] = path;
    if (target.startsWith("DELETE ")) return this.#erase(conversationId);
    if (target.startsWith("GET ")) return this.#after(conversationId, Number(query.get("after")));
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

  /** One that is lost is not posted again: it is only a hint. */
  async #post(content: object): Promise<void> {
    if (this.webhookUrl === null) return;
    const body = JSON.stringify(content);
    const seconds = String(Math.floor(this.now() / 1_000));
    const hmac = createHmac("sha256", this.#secret).update(`${seconds}.${body}`);
    const headers = { "x-timestamp": seconds, "x-signature": hmac.digest("hex") };
    const answer = await fetch(this.webhookUrl, { method: "POST", headers, body }).catch(
      () => null,
    );
    const isRefused = answer !== null && answer.status >= 400 && answer.status < 500;
    if (isRefused) console.error(`A webhook was refused with ${answer.status}.`);
  }
}
