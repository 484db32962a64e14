import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { ChannelKnobs, TransportFailure } from "@parley/core";
import type { HeaderField, ReceivedAnswer } from "./exchange.ts";
import { pairs } from "./wire-recorder.ts";

/** One request whose body is sent in pieces. */
export interface SlowRequest {
  readonly url: string;
  /** The only address to connect to. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Number of pieces of about equal size. Cuts may fall within a multi-byte character. */
  readonly pieces: number;
  readonly transfer: ChannelKnobs["transfer"];
  readonly signal: AbortSignal;
}

/** The result of a slow request. */
export interface SlowAnswer {
  readonly requestHeaders: readonly HeaderField[];
  readonly answer: ReceivedAnswer | null;
  /** Valid only without an answer. */
  readonly failure: TransportFailure;
}

/** Long enough for the receiver to read each piece separately. */
const pauseMs = 25;
/** The gateway reads no more of an answer. */
const answerLimitBytes = 65_536;

/** Sends one request slowly. Never rejects. */
export async function sendSlowly(request: SlowRequest): Promise<SlowAnswer> {
  const outgoing = open(request);
  const isConnected = connectionOf(outgoing, request.url);
  const answered = answerTo(outgoing);
  void feed(outgoing, request).catch(() => {});
  const answer = await answered.catch(() => null);
  outgoing.destroy();
  const failure = failureOf(request, isConnected());
  return { requestHeaders: pairs(headersOf(outgoing)), answer, failure };
}

/** Without a connection nothing was sent. */
function failureOf({ signal }: SlowRequest, isConnected: boolean): TransportFailure {
  if (signal.aborted) return "timeout";
  return isConnected ? "unreadable-answer" : "unreachable";
}

/** @returns whether a connection was ever open */
function connectionOf(outgoing: ClientRequest, url: string): () => boolean {
  const event = url.startsWith("https:") ? "secureConnect" : "connect";
  let isConnected = false;
  outgoing.once("socket", (socket) => socket.once(event, () => (isConnected = true)));
  return () => isConnected;
}

function open({ url, address, headers, body, transfer, signal }: SlowRequest): ClientRequest {
  const vetted = [{ address, family: isIP(address) }];
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, vetted);
  const framing =
    transfer === "chunked"
      ? { "transfer-encoding": "chunked" }
      : { "content-length": String(Buffer.byteLength(body)) };
  const options = {
    method: "POST",
    headers: { connection: "close", ...headers, ...framing },
    lookup,
    signal,
    agent: false,
  };
  return url.startsWith("https:")
    ? requestHttps(url, { ...options, rejectUnauthorized: true })
    : requestHttp(url, options);
}

async function feed(outgoing: ClientRequest, { body, pieces, signal }: SlowRequest): Promise<void> {
  const bytes = Buffer.from(body);
  const size = Math.ceil(bytes.length / pieces);
  outgoing.setNoDelay(true);
  for (let start = 0; start < bytes.length; start += size) {
    outgoing.write(bytes.subarray(start, start + size));
    await pause(pauseMs, undefined, { signal });
  }
  outgoing.end();
}

function answerTo(outgoing: ClientRequest): Promise<ReceivedAnswer> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(new Error("closed"));
    outgoing.on("error", reject).on("close", closed);
    outgoing.on("response", (incoming) => {
      outgoing.off("close", closed);
      read(incoming).then(resolve, reject);
    });
  });
}

async function read(incoming: IncomingMessage): Promise<ReceivedAnswer> {
  const chunks: Buffer[] = [];
  let left = answerLimitBytes;
  let truncated = false;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, left));
    truncated = chunk.length > left;
    if (truncated) break;
    left -= chunk.length;
  }
  const status = incoming.statusCode ?? 0;
  return { status, headers: pairs(incoming.rawHeaders), body: Buffer.concat(chunks), truncated };
}

function headersOf(outgoing: ClientRequest): string[] {
  return Object.entries(outgoing.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}
