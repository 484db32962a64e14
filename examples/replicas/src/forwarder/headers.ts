import type { IncomingMessage } from "node:http";

/** Hop-by-hop headers (RFC 9110 §7.6.1), and headers that a client must not set. */
const ofTheConnection = [
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
const ofProxies = ["forwarded", "x-forwarded-for", "x-forwarded-proto"];
/**
 * Never hop-by-hop. Otherwise a client could remove the length of a body, which would then be read as another request.
 */
const neverOfTheConnection = new Set(["content-length", "host"]);

/** Names and values in turn, for the gateway, with the client's address. */
export function onwardHeaders(request: IncomingMessage): readonly string[] {
  const chunked = request.headers["transfer-encoding"] !== undefined;
  return [
    ...without(request, [...ofTheConnection, ...ofProxies]),
    "X-Forwarded-For",
    request.socket.remoteAddress ?? "unknown",
    "X-Forwarded-Proto",
    "http",
    ...(chunked ? ["Transfer-Encoding", "chunked"] : []),
  ];
}

/** Names and values in turn, for the client. */
export function answerHeaders(answer: IncomingMessage): readonly string[] {
  return without(answer, ofTheConnection);
}

function without({ rawHeaders, headers }: IncomingMessage, names: readonly string[]): string[] {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const dropped = new Set([...names, ...named]).difference(neverOfTheConnection);
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] ?? "";
    return !dropped.has(name.toLowerCase());
  });
}
