import { type HttpClient, type HttpRequest, type HttpResponse, ParleyError } from "@parley/core";
import type { NodeLife } from "./node-life.ts";

type Body = NonNullable<NonNullable<Parameters<typeof fetch>[1]>["body"]>;

const defaultLimitBytes = 1024 * 1024;

/** The client that plugins get on the bench. It calls apps on this machine only, and no answer reaches a dead node. */
export function loopbackClient(life: Pick<NodeLife, "outside">): HttpClient {
  return {
    request: (request) => life.outside(() => call(request)),
  };
}

async function call(request: HttpRequest): Promise<HttpResponse> {
  const { method, url, headers = {}, body, limitBytes = defaultLimitBytes, signal } = request;
  if (!isLoopback(url))
    throw new ParleyError("http-forbidden-target", "On the bench, an app is on this machine.");
  const answer = await fetch(url, {
    method,
    headers: { "accept-encoding": "identity", ...headers },
    ...(body === undefined ? {} : { body: body as Body, duplex: "half" }),
    redirect: "manual",
    signal,
  }).catch((error: unknown) => {
    throw failureOf(error, signal);
  });
  return {
    status: answer.status,
    url,
    headers: Object.fromEntries(answer.headers),
    body: limited(answer.body ?? new Blob([]).stream(), limitBytes, signal),
  };
}

const isLoopback = (url: string): boolean =>
  ["127.0.0.1", "[::1]", "localhost"].includes(new URL(url).hostname);

function failureOf(error: unknown, signal: AbortSignal): ParleyError {
  if (signal.aborted)
    return new ParleyError("http-timeout", "The app did not answer in time.", { cause: error });
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return cause?.code === "ECONNREFUSED"
    ? new ParleyError("http-unreachable", "The app cannot be reached.", { cause: error })
    : new ParleyError("http-answer-broken", "The app's answer is broken.", { cause: error });
}

/** The body up to its limit. Its failures are those that the port names. */
function limited(
  body: ReadableStream<Uint8Array>,
  limitBytes: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw failureOf(error, signal);
      });
      if (done) return controller.close();
      bytes += value.byteLength;
      if (bytes <= limitBytes) return controller.enqueue(value);
      await reader.cancel();
      throw new ParleyError("http-answer-too-long", `The answer is over ${limitBytes} bytes.`);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
