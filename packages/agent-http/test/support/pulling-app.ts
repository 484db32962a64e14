import type { SeenMessage, SeenReport, Trouble } from "@parley/conformance";

interface Handed {
  readonly type: string;
  readonly id: string;
  readonly token?: string;
  readonly conversationId: string;
  readonly [field: string]: unknown;
}

interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

const againMs = 3;
const leaseSeconds = 5;

/** An app that asks for its events over HTTP. What it has stored outlives a crash, also what it is about to acknowledge. */
export class PullingApp {
  readonly #url: string;
  readonly #token: string;
  readonly #events = new Map<string, Handed>();
  /** Acknowledgements that are not confirmed, by the id of the event. */
  readonly #owed = new Map<string, { readonly token: string; readonly outcome: string }>();
  trouble: Trouble | null = null;
  #life = new AbortController();
  #written = 0;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
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

  reports(conversationId: string): readonly SeenReport[] {
    return this.#of("delivery.report", conversationId) as never;
  }

  async setAvailable(available: boolean): Promise<void> {
    await this.#call("PUT", "/availability", { available, forSeconds: 5 });
  }

  /** An agent writes. Resolves once it is stored, or refused for good. */
  async write(conversationId: string, text: string): Promise<void> {
    this.#written += 1;
    const idempotencyKey = String(this.#written);
    const message = { type: "text", text };
    const body = { conversationId, idempotencyKey, sender: { name: "Ann" }, message };
    for (;;) {
      const { status } = await this.#call("POST", "/messages", body).catch(() => ({ status: 0 }));
      if (status >= 200 && status < 500 && status !== 429) return;
      await pause();
    }
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
    const { json } = await this.#call("POST", "/events/poll", body, life);
    const events = json["events"] as readonly Handed[];
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
    const { status } = await this.#call("POST", "/events/acknowledge", { events }, life);
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

  async #call(method: string, path: string, body: object, signal?: AbortSignal): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      "content-type": "application/json",
    };
    const request = { method, headers, body: JSON.stringify(body), ...(signal && { signal }) };
    const answer = await fetch(this.#url + path, request);
    if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
    return { status: answer.status, json: (await answer.json()) as Answer["json"] };
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, againMs));
}
