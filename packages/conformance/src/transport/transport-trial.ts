import type { Transport, TransportRequest, TransportResult } from "@parley/core";
import { promptly } from "../time/time-limits.ts";
import type { Endpoint } from "./endpoint.ts";

/** A transport under test. */
export interface OpenedTransport {
  readonly transport: Transport;
  /** Closes everything that it opened. */
  close(): Promise<void>;
}

/** One transport under test and one endpoint, with the calls that most checks need. */
export class TransportTrial {
  readonly endpoint: Endpoint;
  readonly #transport: Transport;

  constructor(transport: Transport, endpoint: Endpoint) {
    this.#transport = transport;
    this.endpoint = endpoint;
  }

  /** Posts to the endpoint. `request` overrides parts of a default request, `target` its path and query. */
  post({
    target = "/hook/shop",
    ...parts
  }: Partial<TransportRequest> & { readonly target?: string } = {}): Promise<TransportResult> {
    return postOnce(this.#transport, { url: this.endpoint.url + target, ...parts });
  }
}

/** Posts once, with defaults for everything that `request` leaves out. */
export function postOnce(
  transport: Transport,
  request: Partial<TransportRequest> & Pick<TransportRequest, "url">,
): Promise<TransportResult> {
  const whole = {
    body: '{"message":{"type":"text"}}',
    transfer: "content-length",
    signal: new AbortController().signal,
    permit: () => true,
    ...request,
  } as const;
  const result = Promise.resolve().then(() => transport.post(whole));
  const clause = `whatever happens on the network is a result, and comes: ${request.url}`;
  return promptly(clause, result);
}

/** The result as text: status and body, or the failure. */
export function resultText(result: TransportResult): string {
  return result.kind === "response"
    ? `${result.status} ${Buffer.from(result.body).toString("utf8")}`
    : result.failure;
}

/** One check of a suite. */
export type TransportCheck = (
  title: string,
  body: (trial: TransportTrial) => Promise<void>,
) => void;
