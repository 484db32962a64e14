import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import type { Transport, TransportFailure, TransportRequest, TransportResult } from "@parley/core";

/** How a transport may get it wrong. */
export interface TransportFlaws {
  readonly followsRedirects?: boolean;
  readonly sendsAgain?: boolean;
  readonly deniesWriting?: boolean;
  readonly asksTooEarly?: boolean;
  readonly ignoresPermit?: boolean;
  readonly keepsEverything?: boolean;
  readonly throws?: boolean;
  readonly ignoresSignal?: boolean;
  readonly goesAnywhere?: boolean;
  readonly countsCharacters?: boolean;
  readonly readsText?: boolean;
  readonly unpacks?: boolean;
  readonly dropsHeaders?: boolean;
}

const failure = (reason: TransportFailure) => ({ kind: "failure", failure: reason }) as const;

/** The smallest transport, which reaches loopback alone; right without flaws. */
export function httpTransport(loopbackAllowed: boolean, flaws: TransportFlaws = {}): Transport {
  const post = async (attempt: TransportRequest): Promise<TransportResult> => {
    let written = false;
    const writing = () => {
      written = true;
    };
    const target = URL.parse(attempt.url);
    const allowed = loopbackAllowed || flaws.goesAnywhere;
    if (!allowed || target === null || !/^https?:$/.test(target.protocol))
      return failure("forbidden-target");
    try {
      return await exchange(target, attempt, flaws, writing);
    } catch (error) {
      if (flaws.throws) throw error;
      if (attempt.signal.aborted) return failure("timeout");
      return failure(written && !flaws.deniesWriting ? "unreadable-answer" : "unreachable");
    }
  };
  return {
    post: async (attempt) => {
      const result = await post(attempt);
      return flaws.sendsAgain && result.kind === "failure" ? post(attempt) : result;
    },
  };
}

async function exchange(
  target: URL,
  attempt: TransportRequest,
  flaws: TransportFlaws,
  writing: () => void,
): Promise<TransportResult> {
  const signal = flaws.ignoresSignal ? new AbortController().signal : attempt.signal;
  signal.throwIfAborted();
  if (flaws.asksTooEarly && !attempt.permit()) return failure("not-sent");
  const socket = await connected(target, signal);
  const settled = Promise.withResolvers<TransportResult>();
  const giveUp = () => settled.reject(new Error("given up"));
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    if (flaws.asksTooEarly) await new Promise((resolve) => setTimeout(resolve, 5));
    else if (!flaws.ignoresPermit && !attempt.permit()) return failure("not-sent");
    signal.throwIfAborted();
    writing();
    send(target, attempt, socket, flaws)
      .on("response", (response) => read(response, flaws).then(settled.resolve, settled.reject))
      .on("error", settled.reject);
    const result = await settled.promise;
    return result;
  } finally {
    signal.removeEventListener("abort", giveUp);
    socket.destroy();
  }
}

function connected({ hostname, port }: URL, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ""));
    socket.once("connect", () => resolve(socket)).on("error", reject);
    signal.addEventListener("abort", () => socket.destroy(new Error("given up")), { once: true });
  });
}

function send(
  target: URL,
  { body, transfer, headers }: TransportRequest,
  socket: Socket,
  flaws: TransportFlaws,
) {
  const length = flaws.countsCharacters ? body.length : Buffer.byteLength(body);
  const size =
    transfer === "chunked" ? { "Transfer-Encoding": "chunked" } : { "Content-Length": length };
  const sent = request(target, {
    method: "POST",
    headers: {
      ...(flaws.dropsHeaders ? {} : headers),
      "Content-Type": "application/json",
      ...size,
    },
    createConnection: () => socket,
  });
  return sent.end(flaws.countsCharacters ? Buffer.from(body).subarray(0, length) : body);
}

async function read(response: IncomingMessage, flaws: TransportFlaws): Promise<TransportResult> {
  const { location } = response.headers;
  if (flaws.followsRedirects && location !== undefined) await fetch(location, { method: "POST" });
  const limit = flaws.keepsEverything ? Number.POSITIVE_INFINITY : 65_536;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) break;
  }
  const received = Buffer.concat(chunks);
  const isPacked = flaws.unpacks && response.headers["content-encoding"] === "gzip";
  const whole = isPacked ? gunzipSync(received) : received;
  const bytes = flaws.readsText ? Buffer.from(whole.toString("utf8")) : whole;
  const body = bytes.subarray(0, Math.min(limit, bytes.length));
  return { kind: "response", status: response.statusCode ?? 0, body, truncated: size > limit };
}
