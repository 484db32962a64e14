import type { DeliveryReport, ErasedConversation, VisitorEvent } from "@parley/core";
import type { SeenMessage } from "../../../src/index.ts";
import { httpPlugin } from "../fixtures/http-plugin.ts";
import { type AppAnswer, type AppCall, AppServer, type ShownReport } from "./app-server.ts";
import { postWebhook } from "./webhooks.ts";

const secret = "secret of the app";
const patienceMs = 500;
const againAfterMs = 20;

/** An app that takes events and reports, and knows them by their ids. It posts the webhooks of a conversation in order, each until it is taken. */
export class HttpApp extends AppServer {
  readonly name = "http";
  readonly #events = new Map<string, VisitorEvent>();
  readonly #reports = new Map<string, DeliveryReport>();
  readonly #erased = new Set<string>();
  #written = 0;
  #isClosed = false;
  /** By conversation. */
  readonly #posting = new Map<string, Promise<void>>();

  plugin(token: string) {
    return httpPlugin({ name: this.name, url: this.url, token, secret });
  }

  messages(id: string): readonly SeenMessage[] {
    const events = [...this.#events.values()].filter(({ conversationId }) => conversationId === id);
    return events.map(({ message, visitor }) => ({
      message: { ...message },
      visitor: { ...visitor },
    }));
  }

  reports(id: string): readonly ShownReport[] {
    return [...this.#reports.values()].filter(({ conversationId }) => conversationId === id);
  }

  write(conversationId: string, text: string): number {
    this.#written += 1;
    const message = {
      id: this.keyOf(this.#written),
      conversationId,
      sender: { name: "Ann" },
      text,
    };
    const posting = this.#posting.get(conversationId) ?? Promise.resolve();
    this.#posting.set(
      conversationId,
      posting.then(() => this.#post(message)),
    );
    return this.#written;
  }

  keyOf(id: number): string {
    return String(id);
  }

  get conversationCount(): number {
    const ids = [...this.#events.values(), ...this.#reports.values()];
    return new Set(ids.map(({ conversationId }) => conversationId)).size;
  }

  override close(): Promise<void> {
    this.#isClosed = true;
    return super.close();
  }

  async #post(message: object): Promise<void> {
    while (!this.#isClosed) {
      const status = await postWebhook(this.webhookUrl ?? "", secret, message, patienceMs);
      if (status >= 200 && status < 500 && status !== 429) return;
      await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    }
  }

  protected answer({ target, body }: AppCall): AppAnswer {
    if (target === "GET /available") return { body: this.available };
    const { conversationId } = body as ErasedConversation;
    if (target === "POST /erased") return this.#forget(conversationId);
    if (this.#erased.has(conversationId)) return { status: 410 };
    const [event, report] = [body as VisitorEvent, body as DeliveryReport];
    if (target === "POST /events" && !this.#events.has(event.id)) this.#events.set(event.id, event);
    if (target === "POST /reports") this.#reports.set(report.deliveryId, report);
    return {};
  }

  #forget(id: string): AppAnswer {
    this.#erased.add(id);
    for (const kept of [this.#events, this.#reports])
      for (const [key, { conversationId }] of kept) if (conversationId === id) kept.delete(key);
    return {};
  }
}
