import type { HttpClient } from "@parley/core";

/** A request as `jose` makes one for keys. */
interface KeysRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

/** The part of WHATWG `fetch` that `jose` needs, by an `HttpClient`. */
export function fetchThrough(http: HttpClient) {
  return async (url: string, { method, headers, signal }: KeysRequest): Promise<Response> => {
    const sent = { method, url, headers: Object.fromEntries(headers), signal };
    const { status, body } = await http.request(sent);
    return new Response(body, { status });
  };
}
