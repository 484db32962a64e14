import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { Client } from "undici";
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

/** How long an idle connection is kept when the server gives no hint, and at most. */
const keepAliveMs = 4_000;
const keepAliveMaxMs = 30_000;
/** How long before the server's own end an idle connection is closed, at least. */
const marginMs = 2_000;
/** So much earlier one ends than the one before it: those of a rush go idle together, and would hold the next request up. */
const keepAliveStepMs = 16;
/** Few enough that Node's lists of timers are shared, which are one for each length of time. */
const keepAliveSteps = 32;
const ownHeaders = { "content-type": "application/json", "user-agent": "parley" };
/** As a list, which undici walks with less ado. */
const ownHeaderList = Object.entries(ownHeaders).flat();

/**
 * An undici client on one socket that was opened for it. It never gets a second socket, so that undici can neither
 * connect past the guard nor send a request twice.
 */
export class Connection {
  static #opened = 0;
  readonly origin: string;
  readonly #client: Client;
  readonly #socket: Socket;
  readonly #interim = new InterimResponses();
  readonly #wireLimit: WireLimit;
  readonly #responseLimitBytes: number;

  constructor(origin: string, socket: Socket, responseLimitBytes: number) {
    this.origin = origin;
    this.#socket = socket;
    this.#responseLimitBytes = responseLimitBytes;
    // After its handshake a TLS socket stays open although it has failed.
    socket.on("error", () => socket.destroy());
    this.#wireLimit = new WireLimit(responseLimitBytes);
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

  /** Whether a further request can be tried on it. */
  get open(): boolean {
    return !this.#client.destroyed && !this.#socket.destroyed && this.#socket.writable;
  }

  /** Calls back once when the socket is gone. */
  onGone(callback: () => void): void {
    this.#socket.once("close", callback);
  }

  /** Sends one request and reads its response; one at a time. */
  exchange(request: ExchangeRequest): Promise<ExchangeResult> {
    const reader = new ResponseReader(request.permit, this.#responseLimitBytes);
    const bytes = Buffer.from(request.body);
    const body = request.transfer === "chunked" ? chunked(bytes) : bytes;
    this.#interim.expect();
    this.#wireLimit.expect();
    const headers = headersWith(request.headers);
    this.#client.dispatch({ path: request.path, method: "POST", headers, body }, reader);
    return reader.result;
  }

  /** Undici reads a socket's stream, so what it must not see is taken out before the stream has it. */
  #watch(socket: Socket): void {
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null) return push(null);
      if (this.#wireLimit.take(chunk.length)) return push(this.#interim.strip(chunk));
      socket.destroy(new Error("the response is too long"));
      return false;
    };
  }

  /** Ends the socket at once; an exchange under way becomes `broken`, or `unused` when nothing was written yet. */
  destroy(): void {
    this.#client.destroy().catch(() => {});
  }
}

function headersWith(further: ExchangeRequest["headers"]): string[] {
  const named = Object.keys(further).length > 0;
  return named ? Object.entries({ ...further, ...ownHeaders }).flat() : ownHeaderList;
}

/** undici takes any iterable, though its types do not say so; a stream would reach the socket only in a later turn. */
function chunked(bytes: Buffer): Readable {
  return [bytes] as unknown as Readable;
}
