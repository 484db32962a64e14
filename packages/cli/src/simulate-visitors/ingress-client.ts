import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";

/** The result of one event. */
export type EventOutcome =
  | { readonly kind: "accepted"; readonly warned: boolean }
  /** `reason`: the code of the failure shape, or what replaces it. */
  | { readonly kind: "refused"; readonly reason: string }
  /** No answer. `reason`: a phrase. */
  | { readonly kind: "lost"; readonly reason: string };

/** A complete answer. */
export interface IngressAnswer {
  readonly status: number;
  /** At most 64 KiB of text. */
  readonly body: string;
}

const answerLimitBytes = 65_536;
const timeoutMs = 10_000;
const sockets = 1_024;

/** Client for a channel's endpoint, over kept connections. */
export class IngressClient {
  readonly #url: string;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #open = new Set<ClientRequest>();

  /** @param url of the channel, with its secret */
  constructor(url: string) {
    this.#url = url.replace(/\/+$/, "");
    const options = { keepAlive: true, maxSockets: sockets, scheduling: "lifo" } as const;
    this.#agent = url.startsWith("https:") ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** Posts one event (§4.2). Never rejects. */
  async post(body: string): Promise<EventOutcome> {
    try {
      return endOf(await this.#ask("POST", this.#url, body));
    } catch (error) {
      return { kind: "lost", reason: lossOf(error) };
    }
  }

  /** Requests the channel's status (§4.1). @throws Error whose message is a phrase */
  async status(): Promise<IngressAnswer> {
    try {
      return await this.#ask("GET", `${this.#url}/status`, "");
    } catch (error) {
      throw new Error(lossOf(error), { cause: error });
    }
  }

  /** Aborts running requests. */
  abandon(): void {
    for (const request of this.#open)
      request.destroy(new GivenUp("still without answer at the end"));
  }

  close(): void {
    this.#agent.destroy();
  }

  async #ask(method: "GET" | "POST", url: string, body: string): Promise<IngressAnswer> {
    const send = url.startsWith("https:") ? requestHttps : requestHttp;
    const request = send(url, { method, agent: this.#agent, headers: headersFor(method, body) });
    const late = () => request.destroy(new GivenUp(`no answer in ${timeoutMs / 1_000} s`));
    const timer = setTimeout(late, timeoutMs);
    this.#open.add(request);
    try {
      return await answerTo(request.end(body));
    } finally {
      clearTimeout(timer);
      this.#open.delete(request);
    }
  }
}

function headersFor(method: "GET" | "POST", body: string) {
  if (method === "GET") return {};
  return { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
}

/** The client itself ended the request. The message says why. */
class GivenUp extends Error {}

function answerTo(request: ClientRequest): Promise<IngressAnswer> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (incoming) => void read(incoming).then(resolve, reject));
  });
}

async function read(incoming: IncomingMessage): Promise<IngressAnswer> {
  const chunks: Buffer[] = [];
  let left = answerLimitBytes;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    if (left > 0) chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
  }
  return { status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
}

/** Reads the gateway's answer (rulings 3 and 4). */
export function endOf({ status, body }: IngressAnswer): EventOutcome {
  const { result, warnings, error } = fieldsOf(body);
  if (status === 200 && result === "ok") {
    return { kind: "accepted", warned: Array.isArray(warnings) && warnings.length > 0 };
  }
  const code = fieldsOf(JSON.stringify(error ?? null))["code"];
  return { kind: "refused", reason: Number.isSafeInteger(code) ? String(code) : `HTTP ${status}` };
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function lossOf(error: unknown): string {
  if (error instanceof GivenUp) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ECONNREFUSED":
      return "connection refused";
    case "ECONNRESET":
    case "EPIPE":
      return "connection broken";
    case "ENOTFOUND":
      return "name unknown";
    default:
      return code ?? "network failure";
  }
}
