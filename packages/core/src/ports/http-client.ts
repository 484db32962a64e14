import type { ServiceIdentifier } from "inversify";

/** One request to an agent app, or for one of its files. */
export interface HttpRequest {
  /** Such as `GET`; sent as given. Not `CONNECT`, `TRACE` or `TRACK`. */
  readonly method: string;
  /** Absolute. `https`, unless its origin is in `allowOrigins` or the host allows insecure loopback. No credentials in it. */
  readonly url: string;
  /**
   * Lower-case names; none of `refusedHeaders`, which would set the connection or the body's framing, as `host` does.
   * Default: `user-agent: parley`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as UTF-8. A stream is sent chunked, once: a redirect that would repeat it is the answer. */
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>;
  /** Most bytes of the answer's body that are handed over. Default 1 MiB. */
  readonly limitBytes?: number;
  /**
   * Origins, such as `http://desk.internal:3000`, that the host names for this adapter: they may be private and without
   * TLS. A redirect from another origin may not lead there. Default: none.
   */
  readonly allowOrigins?: readonly string[];
  /** `answer`: a redirect is the answer, and nobody goes there. Default `follow`. */
  readonly redirect?: "follow" | "answer";
  /** One deadline for name, connection, headers and body. */
  readonly signal: AbortSignal;
}

/** An answer, of any status. */
export interface HttpResponse {
  readonly status: number;
  /** The URL that answered, which is another one after a redirect. */
  readonly url: string;
  /** Lower-case names; values as received, one character a byte. A header that came several times has a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /**
   * The body as received, without decoding, at the pace in which it is read. Read it to its end or cancel it: a long one
   * keeps its connection in use until the signal aborts. It fails with ParleyError `http-answer-too-long` after
   * `limitBytes`, `http-answer-broken` when the connection breaks, and `http-timeout` when the signal aborts.
   */
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * Called by adapters of agent apps, which get it as `PluginServices.http`, and by media stores; implemented by an HTTP
 * client with an address guard (ruling 20). Messages to integrating systems go by `Transport`.
 */
export interface HttpClient {
  /**
   * Sends one request. Follows at most three redirects of `GET` and `HEAD`, and `303` of every method as `GET`; each
   * target is checked. To another origin it sends only `accept`, `accept-language` and `user-agent`, and never a body.
   * Any other redirect is the answer.
   * A stream as body is cancelled when it is not needed to its end.
   * @throws ParleyError `http-invalid-request` (nothing was sent), `http-forbidden-target` (nothing was sent to that
   * target; after a redirect, something was sent to another), `http-unreachable` (nothing was sent), `http-timeout`,
   * `http-answer-broken` (it may have arrived), `http-too-many-redirects`. No message has a URL, a header's value or a
   * part of a body.
   */
  request(request: HttpRequest): Promise<HttpResponse>;
}
export const HttpClient = Symbol.for("@parley/core/HttpClient") as ServiceIdentifier<HttpClient>;
