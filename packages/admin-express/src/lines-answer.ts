import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";

/** What is written at once: a line each would be a packet each. */
const chunkCharacters = 64 * 1_024;

/**
 * Answers with NDJSON as fast as the client reads, never holding more than a chunk. When `values` fails before its
 * first one, so does this; after that the connection is cut, so that the client sees that the end is missing.
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
  for await (const value of values) {
    chunk += `${JSON.stringify(value)}\n`;
    if (chunk.length >= chunkCharacters) {
      yield chunk;
      chunk = "";
    }
  }
  if (chunk !== "") yield chunk;
}
