import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { Client, type Dispatcher } from "undici";
import { InterimResponses } from "./interim-responses.ts";
import { type ExchangeResult, ResponseReader } from "./response-reader.ts";
import { WireLimit } from "./wire-limit.ts";

/** One POST for `Connection.exchange`. */
export interface ExchangeRequest {
  readonly path: string;
  readonly body: string;
  readonly transfer: "content-length" | "chunked";
  readonly headers: Readonly<Record<string, string>>;
  readonly permit: () => boolean;
}

/** One request for `Connection.dispatch`. */
export type WireRequest = Pick<Dispatcher.DispatchOptions, "path" | "method" | "headers" | "body">;

/** How long an idle connection is kept: without a hint of the server, and at most. */
const keepAliveMs = 4_000;
const keepAliveMaxMs = 30_000;
/** An idle connection is closed at least this long before the server would close it. */
const marginMs = 2_000;
/** Each connection ends this much earlier than the previous one. Closing many at once would delay the next request. */
const keepAliveStepMs = 16;
/** Number of different delays. Node keeps one timer list per delay, so few delays share lists. */
const keepAliveSteps = 32;
const ownHeaders = { "content-type": "application/json", "user-agent": "parley" };
/** As a list, which undici reads faster. */
const ownHeaderList = Object.entries(ownHeaders).flat();

/**
 * An undici client on one open socket. It never gets a second socket, so undici can neither bypass the address guard
 * nor send a request twice.
 */
export class Connection {
  static #opened = 0;
  readonly origin: string;
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #interim = new InterimResponses();
  readonly #wireLimit = new WireLimit();

  constructor(origin: string, socket: Socket) {
    this.origin = origin;
    this.#socket = socket;
    // A TLS socket that fails after its handshake stays open.
    socket.on("error", () => socket.destroy());
    this.#watch(socket);
    const earlierMs = keepAliveStepMs * (Connection.#opened % keepAliveSteps);
    Connection.#opened += 1;
    let unused: Socket | null = socket;
    this.#client = new Client(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: keepAliveMs - earlierMs,
      keepAliveTimeoutThreshold: marginMs + earlierMs,
      keepAliveMaxTimeout: keepAliveMaxMs - earlierMs,
      useMilo: false,
      connect: (_options, callback) => {
        const given = unused;
        unused = null;
        queueMicrotask(() =>
          given ? callback(null, given) : callback(new Error("socket gone"), null),
        );
      },
    });
  }

  /** Whether the connection may take another request. */
  get open(): boolean {
    return !this.#client.destroyed && !this.#socket.destroyed && this.#socket.writable;
  }

  /** Calls back once when the socket closes. */
  onGone(callback: () => void): void {
    this.#socket.once("close", callback);
  }

  /** Sends one POST and reads its response. Call it again only after it has resolved. */
  exchange(request: ExchangeRequest, limitBytes: number): Promise<ExchangeResult> {
    const reader = new ResponseReader(request.permit, limitBytes);
    const bytes = Buffer.from(request.body);
    const body = request.transfer === "chunked" ? chunked(bytes) : bytes;
    const headers = headersWith(request.headers);
    this.dispatch({ path: request.path, method: "POST", headers, body }, reader, limitBytes);
    return reader.result;
  }

  /** Sends one request; `handler` gets its response. Call it again only after that has ended. */
  dispatch(request: WireRequest, handler: Dispatcher.DispatchHandler, limitBytes: number): void {
    this.#interim.expect();
    this.#wireLimit.expect(limitBytes);
    this.#client.dispatch(request, handler);
  }

  /** Removes interim responses before undici reads the socket, and limits the bytes of a response. */
  #watch(socket: Socket): void {
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(null);
      if (this.#wireLimit.take(chunk.length)) return push(this.#interim.strip(chunk));
      socket.destroy(new Error("the response is too long"));
      return false;
    };
  }

  /** Closes the socket at once. A running exchange ends as `broken`, or as `unused` when nothing was written yet. */
  destroy(): void {
    this.#client.destroy().catch(() => {});
  }
}

function headersWith(further: ExchangeRequest["headers"]): string[] {
  const named = Object.keys(further).length > 0;
  return named ? Object.entries({ ...further, ...ownHeaders }).flat() : ownHeaderList;
}

/** undici accepts any iterable, although its types do not say so. A stream would be written only in a later turn. */
function chunked(bytes: Buffer): Readable {
  return [bytes] as unknown as Readable;
}
