import type { IncomingMessage, ServerResponse } from "node:http";
import { ParleyError, type Refusal, refusalBody, refuse } from "@parley/core";
import { refusalHeaders, writeAnswer } from "./answer.ts";

/** The maximum size of a body, and the refusal of a larger one. */
export interface BodyLimit {
  readonly bytes: number;
  readonly refusal: Refusal;
  /** Whether a body with a `Content-Encoding` is read, as it is. Default: it is refused. */
  readonly takesEncoded?: boolean;
  /** Memory that the body takes its bytes from. Without enough, it is refused. Default: no limit. */
  readonly held?: { take(bytes: number): boolean };
}

/** How much of a refused body is still read. A client that is still sending may not read the answer otherwise. */
const drainLimitBytes = 1024 * 1024;

const crowded = refuse("overloaded", { retryAfterSeconds: 1 });

/** `bytes`: the whole body; `null`: the client is gone and needs no answer. */
export type BodyResult =
  | { readonly ok: true; readonly bytes: Uint8Array | null }
  | { readonly ok: false; readonly refusal: Refusal };

/** @throws ParleyError `invalid-option` when the limit is not a positive integer */
export function bodyLimit(bytes: number): BodyLimit {
  if (!Number.isSafeInteger(bytes) || bytes < 1)
    throw new ParleyError("invalid-option", "limitBytes must be a whole number of bytes from 1.");
  const most = bytes % 1_024 === 0 ? `${bytes / 1_024} KiB` : `${bytes} bytes`;
  const detail = `The body must not be larger than ${most}`;
  return { bytes, refusal: refuse("bodyTooLarge", { detail }) };
}

/** The limit for a visitor's message (ruling 4). */
export const messageLimit = bodyLimit(64 * 1_024);

/** Refuses a body by its headers: too large by `Content-Length`, or encoded (ruling 4). */
function refusalByHeaders({ headers }: IncomingMessage, limit: BodyLimit): Refusal | null {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity") {
    if (limit.takesEncoded !== true) return refuse("contentEncoding");
  }
  return Number(headers["content-length"] ?? 0) > limit.bytes ? limit.refusal : null;
}

/** Reads the raw body, whatever its `Content-Type` (ruling 5). Reads nothing when the headers already refuse it. */
export function readBody(request: IncomingMessage, limit: BodyLimit): Promise<BodyResult> {
  const early = refusalByHeaders(request, limit);
  if (early !== null) return Promise.resolve({ ok: false, refusal: early });
  if (request.readableEnded) {
    throw new ParleyError(
      "body-already-read",
      "A body parser ran before this handler. Mount the handler before any body parser.",
    );
  }
  // The client left while the request waited, so no event will come.
  if (request.destroyed) return Promise.resolve({ ok: true, bytes: null });
  return new Promise((resolve) => {
    const bytes = new BodyBytes();
    let isRefused = false;
    request.on("data", (chunk: Buffer) => {
      if (isRefused) return;
      bytes.add(chunk);
      const isTooLarge = bytes.length > limit.bytes;
      isRefused = isTooLarge || limit.held?.take(chunk.length) === false;
      if (isRefused) resolve({ ok: false, refusal: isTooLarge ? limit.refusal : crowded });
    });
    // `close` also follows `end`; the first result counts.
    request.once("end", () => resolve({ ok: true, bytes: bytes.whole }));
    request.once("close", () => resolve({ ok: true, bytes: null }));
  });
}

/**
 * Keeps the body unread while its request waits, although a handler before this one may read it, too. Without this the
 * body would flow to that handler alone. The returned function lets it flow again.
 */
export function holdBody(request: IncomingMessage): () => void {
  let isHeld = false;
  const hold = (): void => {
    isHeld = true;
    request.pause();
  };
  if (request.readableFlowing === true) hold();
  // A stream says that it begins to flow before it hands out anything.
  request.on("resume", hold);
  return () => {
    request.off("resume", hold);
    if (isHeld) request.resume();
    isHeld = false;
  };
}

/**
 * Answers before the whole body has arrived, and closes the connection. First reads the rest up to a bound: closing at
 * once would reset the connection, and a client that is still sending would lose the answer.
 */
export function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: Refusal,
): void {
  const body = JSON.stringify(refusalBody(refusal));
  writeAnswer(response, refusal.httpStatus, body, {
    ...refusalHeaders(refusal),
    Connection: "close",
  });
  const end = (): void => void response.end();
  if (request.readableEnded) return end();
  let drainedBytes = 0;
  request.on("data", (chunk: Buffer) => {
    drainedBytes += chunk.length;
    if (drainedBytes > drainLimitBytes) {
      end();
    }
  });
  request.on("end", end).on("close", end).on("error", ignore).resume();
}

function ignore(): void {}

const nothing = Buffer.alloc(0);

/** Collects the chunks of a body. Each byte is copied only a few times, even when the chunks are tiny. */
export class BodyBytes {
  #bytes: Buffer = nothing;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** All bytes so far. */
  get whole(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Keeps the first chunk without a copy, because a small body is one chunk. */
  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (this.#length === 0) this.#bytes = chunk;
    else this.#append(chunk, length);
    this.#length = length;
  }

  #append(chunk: Buffer, length: number): void {
    if (length > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#bytes.length));
      grown.set(this.whole);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
  }
}
