import { Readable } from "node:stream";
import { type HttpClient, ParleyError } from "@parley/core";
import { request } from "undici";

/** A real client at the port, without an address guard: tests call servers of this machine. */
export const realClient: HttpClient = {
  request: async ({ method, url, headers = {}, body = null, limitBytes = 1_048_576, signal }) => {
    const sent = { method, headers: { ...headers }, body: body as string | null, signal };
    const answer = await request(url, sent).catch((error: unknown) => {
      throw failed(signal.aborted ? "http-timeout" : "http-unreachable", error);
    });
    const { statusCode: status, headers: received } = answer;
    const capped = cappedBody(answer.body, limitBytes, signal);
    return { status, url, headers: received as Record<string, string>, body: capped };
  },
};

function cappedBody(body: AsyncIterable<Uint8Array>, limit: number, signal: AbortSignal) {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.length;
        if (size > limit) throw failed("http-answer-too-long");
        yield chunk;
      }
    } catch (error) {
      if (ParleyError.is(error)) throw error;
      throw failed(signal.aborted ? "http-timeout" : "http-answer-broken", error);
    }
  }
  return Readable.toWeb(Readable.from(chunks())) as ReadableStream<Uint8Array>;
}

function failed(code: string, cause?: unknown): ParleyError {
  return new ParleyError(code, "The call did not succeed.", { retryable: true, cause });
}
