import type { Server } from "node:http";

/**
 * A 200 in the bytes that Node writes for it on a connection that stays open. They are the same for all that ask within
 * a second.
 */
export class WholeAnswer {
  readonly #head: string;
  readonly #body: string;
  #second = 0;
  #keepAliveMs = 0;
  #requests: number | null = 0;
  #text = "";

  /** `fields`: names and values in turn; the body's length among them. ASCII alone. */
  constructor(fields: readonly string[], body: string) {
    const lines = fields.flatMap((name, at) =>
      at % 2 === 0 ? [`${name}: ${fields[at + 1]}`] : [],
    );
    this.#head = ["HTTP/1.1 200 OK", ...lines, "Date: "].join("\r\n");
    this.#body = body;
  }

  of({ keepAliveTimeout, maxRequestsPerSocket }: Server): string {
    const second = Math.floor(Date.now() / 1_000);
    const isKnown =
      second === this.#second &&
      keepAliveTimeout === this.#keepAliveMs &&
      maxRequestsPerSocket === this.#requests;
    if (isKnown) return this.#text;
    this.#second = second;
    this.#keepAliveMs = keepAliveTimeout;
    this.#requests = maxRequestsPerSocket;
    const date = new Date(second * 1_000).toUTCString();
    const kept = keptAlive(keepAliveTimeout, maxRequestsPerSocket ?? 0);
    this.#text = `${this.#head}${date}\r\nConnection: keep-alive\r\n${kept}\r\n${this.#body}`;
    return this.#text;
  }
}

/** The hint for how long, and for how many requests, in Node's words. */
function keptAlive(timeoutMs: number, requests: number): string {
  if (timeoutMs === 0) return "";
  const most = requests > 0 ? `, max=${requests}` : "";
  return `Keep-Alive: timeout=${Math.floor(timeoutMs / 1_000)}${most}\r\n`;
}
