import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";

/** What is written at once: a line each would be a packet each. */
const chunkCharacters = 64 * 1_024;
/** Whoever reads knows by an empty line that the connection lives, while the next value takes its time. */
const silenceMs = 5_000;

/**
 * Answers with NDJSON as fast as the client reads, never holding more than a chunk, and with an empty line for every 5 s
 * in which no value comes. When `values` fails before anything was sent, so does this; after that the connection is cut,
 * so that the client sees that the end is missing.
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

/** The values, and `silence` whenever none came for some time. */
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
    // Not waited for: a value that is still to come keeps it.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

async function inTime<Value>(value: Promise<Value>): Promise<Value | typeof silence> {
  const { promise, resolve } = Promise.withResolvers<typeof silence>();
  const timer = setTimeout(resolve, silenceMs, silence);
  return Promise.race([value, promise]).finally(() => clearTimeout(timer));
}
