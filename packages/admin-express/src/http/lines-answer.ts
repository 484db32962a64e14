import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";

/** Size of one write. A write per line would send a packet per line. */
const chunkCharacters = 64 * 1_024;
/** An empty line after this time tells the client that the connection is alive. */
const silenceMs = 5_000;

/**
 * Sends NDJSON at the client's speed and buffers at most one chunk. Sends an empty line every 5 s without a value. When
 * `values` fails before the first byte, this throws. Later it cuts the connection, so that the client notices the
 * missing end.
 */
export async function sendLines(
  response: Response,
  values: AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const chunks = chunksOf(values);
  const first = await chunks.next();
  response.removeHeader("X-Powered-By");
  response.writeHead(200, {
    "Content-Type": "application/x-ndjson",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  try {
    await pipeline(Readable.from(following(first, chunks)), response, { signal });
  } catch (error) {
    response.destroy();
    if (!signal.aborted) throw error;
  }
}

async function* following(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function* chunksOf(values: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  let chunk = "";
  for await (const value of withSilences(values)) {
    chunk += value === silence ? "" : `${JSON.stringify(value)}\n`;
    if (value !== silence && chunk.length < chunkCharacters) continue;
    yield chunk || "\n";
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

const silence = Symbol("silence");

/** The values, and `silence` whenever none arrives for some time. */
async function* withSilences(values: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  const iterator = values[Symbol.asyncIterator]();
  try {
    for (let next = iterator.next(); ;) {
      const result = await inTime(next);
      if (result !== silence && result.done === true) return;
      yield result === silence ? silence : result.value;
      if (result !== silence) next = iterator.next();
    }
  } finally {
    // Not awaited: it would wait for the next value.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

async function inTime<Value>(value: Promise<Value>): Promise<Value | typeof silence> {
  const { promise, resolve } = Promise.withResolvers<typeof silence>();
  const timer = setTimeout(resolve, silenceMs, silence);
  return Promise.race([value, promise]).finally(() => clearTimeout(timer));
}
