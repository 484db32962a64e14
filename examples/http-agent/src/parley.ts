import { setTimeout as pause } from "node:timers/promises";

/** A visitor's message, as the gateway hands it to the app. */
export interface VisitorMessage {
  readonly type: "visitor.message";
  readonly id: string;
  readonly conversationId: string;
  readonly visitor: { readonly id: string; readonly name?: string };
  readonly message: { readonly type: string; readonly text?: string };
}

/** An event of the app. Without a token, it is not acknowledged. */
export type AgentEvent = (VisitorMessage | OtherEvent) & { readonly token?: string };

interface OtherEvent {
  readonly type: string;
  readonly id: string;
  readonly reason?: string;
}

/** The gateway refuses this, also when it is repeated. */
export class Refused extends Error {}

/** The gateway's API for this app. */
export class Parley {
  readonly #url: string;
  readonly #token: string;
  readonly #signal: AbortSignal;

  /** `signal` ends every call. */
  constructor(url: string, token: string, signal: AbortSignal) {
    this.#url = url;
    this.#token = token;
    this.#signal = signal;
  }

  /** Waits and tries again while the gateway is busy or away. @throws Refused */
  async call<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
    for (;;) {
      const answer = await this.#ask(method, path, body).catch(() => null);
      this.#signal.throwIfAborted();
      if (answer?.ok === true) return (await answer.json()) as Answer;
      const isBusy = answer === null || answer.status === 429 || answer.status >= 500;
      if (!isBusy) throw new Refused(`${answer.status} ${await answer.text()}`);
      const seconds = Number(answer?.headers.get("retry-after") ?? 1);
      await pause(1_000 * seconds, null, { signal: this.#signal });
    }
  }

  #ask(method: string, path: string, body: unknown): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: this.#signal,
    });
  }
}
