import type { HttpClient, HttpRequest, HttpResponse } from "../ports/http-client.ts";
import { refusedHeaders } from "./request-rules.ts";

/** Options of `httpFetch`. */
export interface HttpFetchOptions {
  /** As in `HttpRequest`. */
  readonly limitBytes?: number;
  /** As in `HttpRequest`. */
  readonly allowOrigins?: readonly string[];
  /**
   * Called once for each call; its signal ends the call too, such as `() => AbortSignal.timeout(30_000)`. Default: only
   * the caller's signal does.
   */
  readonly deadline?: () => AbortSignal;
}

/** The type of the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const redirects = new Set([301, 302, 303, 307, 308]);
/** A `Response` with such a status may not have a body (Fetch standard). */
const withoutBody = new Set([204, 205, 304]);

/**
 * A `fetch` for libraries that take one, with the client's address guard, limit and redirects: a redirect that the
 * client does not follow is the response. A failure is a `TypeError` with the client's ParleyError as its cause; an
 * abort rejects with the signal's reason. A stream as `init.body` is sent while it comes; every other body, that of a
 * `Request` too, is read whole before it is sent. Cookies, caches and modes of browsers are ignored.
 */
export function httpFetch(client: HttpClient, options: HttpFetchOptions = {}): Fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const deadline = options.deadline?.();
    const signals = deadline === undefined ? [request.signal] : [request.signal, deadline];
    const failed = (error: unknown): unknown => failureOf(error, signals);
    try {
      const body = await bodyOf(request, init?.body);
      const answer = await client.request({
        method: request.method,
        url: request.url,
        headers: headersOf(request),
        redirect: request.redirect === "follow" ? "follow" : "answer",
        signal: AbortSignal.any(signals),
        ...(body && { body }),
        ...(options.limitBytes !== undefined && { limitBytes: options.limitBytes }),
        ...(options.allowOrigins && { allowOrigins: options.allowOrigins }),
      });
      return await responseOf(answer, request, failed);
    } catch (error) {
      throw failed(error);
    }
  };
}

async function bodyOf(request: Request, given: unknown): Promise<HttpRequest["body"]> {
  if (request.body === null) return undefined;
  const isStream = typeof given === "object" && given !== null && Symbol.asyncIterator in given;
  return isStream ? request.body : new Uint8Array(await request.arrayBuffer());
}

/** Headers that the client refuses are dropped, as browsers do. Answers are not unpacked, so that none may be packed. */
function headersOf({ headers }: Request): Record<string, string> {
  const kept = [...headers].filter(([name]) => !refusedHeaders.has(name));
  return { accept: "*/*", ...Object.fromEntries(kept), "accept-encoding": "identity" };
}

/** @throws Error for an answer that no `Response` of this fetch can be; its body is then cancelled */
async function responseOf(
  answer: HttpResponse,
  request: Request,
  failed: (error: unknown) => unknown,
): Promise<Response> {
  const { status, body } = answer;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value].flat()) headers.append(name, one);
  const stream = readAlong(body, failed);
  const hasBody = request.method !== "HEAD" && !withoutBody.has(status);
  try {
    if (request.redirect === "error" && redirects.has(status))
      throw new TypeError("the answer is a redirect");
    if (hasBody && (headers.get("content-encoding") ?? "identity") !== "identity")
      throw new TypeError("the answer is compressed, although it was asked not to be");
    if (!hasBody) await stream.cancel();
    const response = new Response(hasBody ? stream : null, { status, headers });
    return Object.defineProperties(response, {
      url: { value: answer.url },
      redirected: { value: answer.url !== withoutFragment(request.url) },
    });
  } catch (error) {
    await stream.cancel();
    throw error;
  }
}

/** The same bytes, with the failures of a `fetch`. */
function readAlong(
  body: ReadableStream<Uint8Array>,
  failed: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const part = await reader.read().catch((error: unknown) => {
          throw failed(error);
        });
        if (part.done) controller.close();
        else controller.enqueue(part.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function failureOf(error: unknown, signals: readonly AbortSignal[]): unknown {
  const aborted = signals.find((signal) => signal.aborted);
  return aborted === undefined ? new TypeError("fetch failed", { cause: error }) : aborted.reason;
}

function withoutFragment(text: string): string {
  const { origin, pathname, search } = new URL(text);
  return origin + pathname + search;
}
