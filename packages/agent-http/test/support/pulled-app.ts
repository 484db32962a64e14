import type { SeenMessage, SeenReport, Trouble } from "@parley/conformance";
import type { TypingType } from "@parley/core";
import type { AppClient } from "./app-client.ts";

interface Handed {
  readonly type: string;
  readonly id: string;
  readonly token?: string;
  readonly conversationId: string;
  readonly [field: string]: unknown;
}

const againMs = 3;
const leaseSeconds = 5;

/** An app that asks for its events over HTTP. What it has stored outlives a crash, also what it is about to acknowledge. */
export class PulledApp {
  readonly #client: AppClient;
  readonly #events = new Map<string, Handed>();
  /** Acknowledgements that are not confirmed, by the id of the event. */
  readonly #owed = new Map<string, { readonly token: string; readonly outcome: string }>();
  trouble: Trouble | null = null;
  #life = new AbortController();

  constructor(client: AppClient) {
    this.#client = client;
  }

  start(): void {
    this.#life = new AbortController();
    void this.#run(this.#life.signal);
  }

  /** `kill -9`. */
  stop(): void {
    this.#life.abort();
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

  async #run(life: AbortSignal): Promise<void> {
    while (!life.aborted) {
      const { trouble } = this;
      try {
        if (trouble === "away") throw new Error("away");
        if (trouble !== "answer-lost" && this.#owed.size > 0) await this.#acknowledge(life);
        await this.#poll(life);
      } catch {
        await pause();
      }
    }
  }

  async #poll(life: AbortSignal): Promise<void> {
    const body = { limit: 100, leaseSeconds };
    const { status, json } = await this.#client.call("POST", "/events/poll", body, life);
    if (status !== 200) throw new Error(`answered ${status}`);
    const { events } = json as { readonly events: readonly Handed[] };
    if (life.aborted || this.trouble === "silent" || this.trouble === "away") return;
    for (const { token, ...event } of events) {
      const outcome = this.trouble === "refusing" ? "rejected" : "taken";
      if (outcome === "taken" && !this.#events.has(event.id))
        this.#events.set(event.id, event as Handed);
      if (event.type === "conversation.erased") this.#forget(event.conversationId);
      if (token !== undefined) this.#owed.set(event.id, { token, outcome });
    }
  }

  async #acknowledge(life: AbortSignal): Promise<void> {
    const owed = [...this.#owed].slice(0, 100);
    const events = owed.map(([id, { token, outcome }]) => ({
      id,
      token,
      outcome,
      ...(outcome === "rejected" && { reason: "no such inbox" }),
    }));
    const { status } = await this.#client.call("POST", "/events/acknowledge", { events }, life);
    if (status !== 200) throw new Error(`answered ${status}`);
    for (const [id, { token }] of owed)
      if (this.#owed.get(id)?.token === token) this.#owed.delete(id);
  }

  #of(type: string, conversationId: string): readonly Handed[] {
    const all = [...this.#events.values()];
    return all.filter((one) => one.type === type && one.conversationId === conversationId);
  }

  #forget(id: string): void {
    for (const [key, one] of this.#events) if (one.conversationId === id) this.#events.delete(key);
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, againMs));
}
