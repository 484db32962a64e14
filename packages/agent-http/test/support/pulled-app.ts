import type { Trouble } from "@parley/conformance";
import type { AppClient } from "./app-client.ts";
import { type AppEvent, AppEvents } from "./app-events.ts";

type Handed = AppEvent & { readonly token?: string };

const againMs = 3;
const leaseSeconds = 5;

/** An app that asks for its events over HTTP. What it has stored outlives a crash, also what it is about to acknowledge. */
export class PulledApp {
  readonly events = new AppEvents();
  readonly #client: AppClient;
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
      if (outcome === "taken") this.events.keep(event as AppEvent);
      if (event.type === "conversation.erased") this.events.forget(event.conversationId as string);
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
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, againMs));
}
