import type { Door, DoorRequest, DoorResponse } from "../ports/door.ts";

/** Answers a WHATWG request. `given` has what a `Request` changes or lacks: the URL as received, and the address. */
export type FetchHandler = (request: Request, given: DoorRequest) => Response | Promise<Response>;

/** The longest answer of a handler. */
const answerLimitBytes = 16 * 1_024 * 1_024;

/** A `Request` may not have these (Fetch standard, forbidden methods). */
const forbiddenMethods = new Set(["CONNECT", "TRACE", "TRACK"]);

/**
 * A door from a handler `Request → Response`, as many webhook libraries have one. `request.url` is the public URL, or
 * begins with `http://localhost` when the host gave none. `request.signal` aborts after 10 s.
 * A body of `GET` or `HEAD` is only in `given`. `CONNECT`, `TRACE` and `TRACK` are answered 405.
 */
export function fetchDoor(handler: FetchHandler): Door {
  return {
    handle: async (given, signal) => {
      if (forbiddenMethods.has(given.method.toUpperCase())) return { status: 405 };
      return answerOf(await handler(requestOf(given, signal), given), signal);
    },
  };
}

function requestOf(given: DoorRequest, signal: AbortSignal): Request {
  const { method, url, path, query, body } = given;
  const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  return new Request(url ?? `http://localhost${path}${query}`, {
    method,
    headers: headersOf(given),
    signal,
    ...(hasBody && { body: Uint8Array.from(body) }),
  });
}

function headersOf({ headers }: DoorRequest): Headers {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) made.append(name, one);
  return made;
}

async function answerOf(response: Response, signal: AbortSignal): Promise<DoorResponse> {
  const { status, headers, body } = response;
  return {
    status,
    headers: { ...Object.fromEntries(headers), "set-cookie": headers.getSetCookie() },
    body: body === null ? new Uint8Array() : await bytesOf(body, signal),
  };
}

/** @throws Error for a body that is too long, or does not end before `signal` aborts. It is then cancelled. */
async function bytesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  const cancel = (): void => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > answerLimitBytes) throw new RangeError("the door's answer is too long");
      chunks.push(part.value);
    }
    signal.throwIfAborted();
  } catch (error) {
    cancel();
    throw error;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
