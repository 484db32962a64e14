/** Where the gateway listens for this shop. `ingressUrl` is secret: it holds the random string. */
export interface GatewayAddress {
  readonly ingressUrl: string;
  readonly statusUrl: string;
}

/** What became of a visitor message (§4.2). `remark`: why it was refused, or what was changed about it. */
export interface Sent {
  readonly accepted: boolean;
  readonly remark: string | null;
}

const deadlineMs = 5_000;

/** The shop's side of the wire: visitor messages and the status query. */
export class GatewayLink {
  #address: GatewayAddress | null = null;

  connect(address: GatewayAddress): void {
    this.#address = address;
  }

  /** §4.2 and §4.4. Never throws. */
  async post(body: { readonly sender: object; readonly message: object }): Promise<Sent> {
    try {
      const response = await this.#ask(({ ingressUrl }) => ingressUrl, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return readAnswer(response.status, await response.json());
    } catch {
      return { accepted: false, remark: "The chat service could not be reached." };
    }
  }

  /** §4.1. Trouble means that nobody is there. */
  async isAvailable(): Promise<boolean> {
    try {
      const response = await this.#ask(({ statusUrl }) => statusUrl, {});
      return response.status === 200 && (await response.text()) === "1";
    } catch {
      return false;
    }
  }

  async #ask(urlOf: (address: GatewayAddress) => string, init: RequestInit): Promise<Response> {
    if (this.#address === null) throw new Error("the gateway is not known yet");
    const signal = AbortSignal.timeout(deadlineMs);
    return fetch(urlOf(this.#address), { ...init, signal, redirect: "error" });
  }
}

interface Answer {
  readonly result?: unknown;
  readonly warnings?: readonly { readonly field: string; readonly message: string }[];
  readonly error?: { readonly message?: unknown };
}

function readAnswer(status: number, body: unknown): Sent {
  const { result, warnings = [], error } = body as Answer;
  if (status === 200 && result === "ok") {
    const remarks = warnings.map(({ field, message }) => `${field}: ${message}`);
    return { accepted: true, remark: remarks.length === 0 ? null : remarks.join(" ") };
  }
  const why = error?.message;
  return { accepted: false, remark: typeof why === "string" ? why : `HTTP ${status}` };
}
