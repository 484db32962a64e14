import { answeredWith, closedWith, refusedWith } from "../checks.ts";
import type { WireCase } from "./framing-cases.ts";

const nowhere = refusedWith(404, 40401);
const broken = closedWith(400, 40011);
const known = answeredWith(200);

/** Request lines of every odd kind, at the status of a channel that exists. */
export function targetCases({
  id,
  channelSecret,
}: {
  id: string;
  channelSecret: string;
}): readonly WireCase[] {
  const path = `/chat/${channelSecret}/${id}`;
  const line = (method: string, target: string, version = "HTTP/1.1") =>
    `${method} ${target} ${version}\r\nHost: x\r\n\r\n`;
  const get = (name: string, target: string, check = nowhere): WireCase => ({
    name,
    text: line("GET", target),
    check,
  });
  const secret = `/chat/${channelSecret}`;
  return [
    get("absolute form", `http://evil.test${path}/status`, known),
    get("absolute form with credentials", `http://a:b@evil.test${path}/status`, known),
    get("absolute form of another scheme", `ftp://evil.test${path}/status`, known),
    get("absolute form without path", "http://evil.test"),
    get("authority form", "shop.test:443", broken),
    get("no target", "", broken),
    get("asterisk form", "*"),
    get("a query", `${path}/status?x=1#y`, known),
    get("a query with everything", `${path}/status?__proto__[x]=1&a=%00&a[]=%E0%A4%A`, known),
    ...[
      "%2f",
      "%2F",
      "%2e%2e%2f",
      "%00",
      "%",
      "%zz",
      "%E0%A4%A",
      "%FF",
      "%0d%0aX:y",
      "%u0041",
    ].flatMap((odd) => [
      get(`${odd} behind the id`, `${path}${odd}/status`),
      get(`${odd} before the secret`, `/chat/${odd}${channelSecret}/${id}/status`),
      get(`${odd} alone`, `/chat/${odd}/${odd}/status`),
    ]),
    get(
      "an encoded letter",
      `${secret}/%${id.charCodeAt(0).toString(16)}${id.slice(1)}/status`,
      known,
    ),
    get("an encoded slash between", `${secret}%2F${id}/status`, refusedWith(405, 40501)),
    get("dots", `/chat/../chat/${channelSecret}/${id}/status`),
    get("a dot", `${secret}/./${id}/status`),
    get("two slashes", `/${path}/status`),
    get("two slashes inside", `${secret}//${id}/status`),
    get("a slash behind", `${path}/status/`, known),
    get("two slashes behind", `${path}/status//`),
    get("a backslash", `/chat\\${channelSecret}\\${id}\\status`),
    get("a semicolon", `${path};a=b/status`),
    get("upper case", `${path.toUpperCase()}/status`),
    get("a tab", `${path}\t/status`, broken),
    get("a space", `${path} /status`, broken),
    get("bytes past ASCII", `${path}\u00e9/status`, broken),
    get("a NUL", `${path}\0/status`, broken),
    get("__proto__", "/chat/__proto__/__proto__/status"),
    get("a channel id of 60 000 characters", `${secret}/${"x".repeat(10_000)}/status`),
    get("100 000 characters", `/chat/${"x".repeat(100_000)}`, closedWith(431, 43101)),
    get("5 000 segments", `/chat${"/a".repeat(5_000)}`),
    get("5 000 escapes", `/chat/${"%41".repeat(5_000)}/${id}/status`),
    { name: "HTTP/1.0", text: `GET ${path}/status HTTP/1.0\r\n\r\n`, check: known },
    ...["HTTP/1.2", "HTTP/3.0", "HTTP/1.11", "HTTP/1", "http/1.1", "HTTP/-1.1", "XTTP/1.1"].map(
      (version) => ({
        name: version,
        text: line("GET", `${path}/status`, version),
        check: broken,
      }),
    ),
    {
      name: "the HTTP/2 preface",
      text: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0",
      check: broken,
    },
    {
      name: "a TLS hello",
      text: "\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03".padEnd(500, "\x11"),
      check: broken,
    },
    {
      name: "no Host",
      text: `GET ${path}/status HTTP/1.1\r\n\r\n`,
      check: refusedWith(400, 40011),
    },
    { name: "a foreign protocol", text: "EHLO shop.test\r\n", check: broken },
    { name: "CONNECT", text: line("CONNECT", "shop.test:443"), check: broken },
    { name: "CONNECT of a path", text: line("CONNECT", path), check: broken },
    {
      name: "CONNECT behind a request",
      text: line("GET", `${path}/status`) + line("CONNECT", "a:1"),
      check: answeredWith(200, 400),
    },
    { name: "OPTIONS *", text: line("OPTIONS", "*"), check: nowhere },
    ...["OPTIONS", "TRACE", "PUT", "DELETE", "PATCH", "PROPFIND", "QUERY", "PURGE", "SEARCH"].map(
      (method) => ({
        name: `${method} on the message endpoint`,
        text: line(method, path),
        check: refusedWith(405, 40501),
      }),
    ),
    ...["get", "GE T", "BREW", "", "GET\t", "\u00c3", "G@T"].map((method) => ({
      name: `the method "${method}"`,
      text: line(method, `${path}/status`),
      check: broken,
    })),
    ...["websocket", "h2c", "TLS/1.0", "x".repeat(1_000)].map((protocol) => ({
      name: `an upgrade to ${protocol.slice(0, 20)}`,
      text: `GET ${path}/status HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: ${protocol}\r\n\r\n`,
      check: known,
    })),
  ];
}
