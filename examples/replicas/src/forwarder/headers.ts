import type { IncomingMessage } from "node:http";

/** Of one connection, not of the message (RFC 9110 §7.6.1), and what the sender of a request may not claim. */
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
/** Whoever names these as the connection's would have a body go on without its length, and be read as a request. */
const neverOfTheConnection = new Set(["content-length", "host"]);

/** Names and values in turn, as they go on to a gateway, with the address of who asks. */
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

/** Names and values in turn, as they go back to who asked. */
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
