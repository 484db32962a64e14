/** An answer of the door. */
export interface DoorAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `null`: the answer has no body. */
  readonly json: unknown;
}

const againMs = 3;

/** What an app calls: the door of `agentHttp`, over HTTP. */
export class AppClient {
  readonly #url: string;
  readonly #token: string;
  #written = 0;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Sends JSON. @throws when no answer comes */
  async call(
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<DoorAnswer> {
    const json = { "content-type": "application/json" };
    const init = body === undefined ? {} : { headers: json, body: JSON.stringify(body) };
    return this.send(path, { method, ...init, ...(signal && { signal }) });
  }

  /** Sends a request as it is, besides the token. */
  async send(path: string, init: RequestInit): Promise<DoorAnswer> {
    const headers = { authorization: `Bearer ${this.#token}`, ...init.headers };
    const answer = await fetch(this.#url + path, { ...init, headers });
    const text = await answer.text();
    const json: unknown = text === "" ? null : JSON.parse(text);
    return { status: answer.status, headers: answer.headers, text, json };
  }

  async setAvailable(available: boolean, forSeconds: number): Promise<void> {
    await this.call("PUT", "/availability", { available, forSeconds });
  }

  /** An agent writes. Resolves once it is stored, or refused for good. */
  async write(conversationId: string, text: string): Promise<void> {
    this.#written += 1;
    const idempotencyKey = String(this.#written);
    const message = { type: "text", text };
    const body = { conversationId, idempotencyKey, sender: { name: "Ann" }, message };
    for (;;) {
      const { status } = await this.call("POST", "/messages", body).catch(() => ({ status: 0 }));
      if (status >= 200 && status < 500 && status !== 429) return;
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}
