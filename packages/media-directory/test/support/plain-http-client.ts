import { type HttpClient, type HttpRequest, type HttpResponse, ParleyError } from "@parley/core";

/** A small client at the port: only the origins that the request names may be private, and every one of a test is. */
export const plainHttpClient: HttpClient = { request: (request) => follow(request, 3) };

async function follow(request: HttpRequest, redirects: number): Promise<HttpResponse> {
  const { origin } = new URL(request.url);
  if (request.allowOrigins?.includes(origin) !== true) throw fault("http-forbidden-target");
  const { method, url, headers = {}, signal } = request;
  const answer = await fetch(url, { method, headers, signal, redirect: "manual" }).catch(() => {
    throw fault(signal.aborted ? "http-timeout" : "http-unreachable");
  });
  const location = answer.headers.get("location");
  if (answer.status < 300 || answer.status > 399 || location === null)
    return {
      status: answer.status,
      url,
      headers: Object.fromEntries(answer.headers),
      body: guarded(answer.body, signal),
    };
  await answer.body?.cancel();
  if (redirects === 0) throw fault("http-too-many-redirects");
  const target = new URL(location, url);
  const kept = target.origin === origin ? headers : {};
  return follow({ ...request, url: target.href, headers: kept }, redirects - 1);
}

/** The body, with the errors of the port. */
function guarded(
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  if (body === null) return new Blob([]).stream();
  const reader = body.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      const read = await reader.read().catch(() => {
        throw fault(signal.aborted ? "http-timeout" : "http-answer-broken");
      });
      if (read.done) controller.close();
      else controller.enqueue(read.value);
    },
    cancel: () => reader.cancel(),
  });
}

function fault(code: string): ParleyError {
  return new ParleyError(code, "The request failed.", { retryable: true });
}
