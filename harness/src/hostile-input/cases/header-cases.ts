import { gzipSync } from "node:zlib";
import { answeredWith, closedWith, refusedWith } from "../checks.ts";
import type { WireCase } from "./framing-cases.ts";

const taken = answeredWith(200);
const encoded = refusedWith(415, 41501);

/** Headers of every odd kind around a body that is right. */
export function headerCases(path: string, body: string): readonly WireCase[] {
  const post = (headers: readonly string[], bytes = body) =>
    [
      `POST ${path} HTTP/1.1`,
      "Host: x",
      `Content-Length: ${bytes.length}`,
      ...headers,
      "",
      bytes,
    ].join("\r\n");
  const header = (
    name: string,
    headers: readonly string[],
    check = taken,
    bytes = body,
  ): WireCase => ({
    name,
    text: post(headers, bytes),
    check,
  });
  const bomb = gzipSync(Buffer.alloc(50_000_000)).toString("latin1");
  return [
    header("no Content-Type", []),
    ...[
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/json; charset=utf-16",
      "application/json;;;,,",
      "",
      "x".repeat(5_000),
    ].map((type) => header(`Content-Type ${type.slice(0, 50)}`, [`Content-Type: ${type}`])),
    header("two Content-Types", ["Content-Type: application/json", "Content-Type: text/html"]),
    ...["gzip", "br", "deflate", "zstd", "identity, gzip", "x-anything", "gzip, gzip"].map(
      (coding) => header(`Content-Encoding ${coding}`, [`Content-Encoding: ${coding}`], encoded),
    ),
    header("Content-Encoding identity", ["Content-Encoding: identity"]),
    header("an empty Content-Encoding", ["Content-Encoding: "]),
    header(
      "two Content-Encodings",
      ["Content-Encoding: identity", "Content-Encoding: gzip"],
      encoded,
    ),
    header("a gzip bomb that says so", ["Content-Encoding: gzip"], encoded, bomb),
    header("a gzip bomb that does not", [], refusedWith(400, 40002), bomb),
    header("Expect: 100-continue", ["Expect: 100-continue"]),
    header("an Expect that nobody knows", ["Expect: a-miracle"]),
    header("Connection that names headers", ["Connection: content-length, host, close"]),
    header("Connection: close", ["Connection: close"]),
    header("forged forwarding", [
      "X-Forwarded-For: 1.2.3.4, ::1, x",
      "Forwarded: for=unknown",
      "X-Real-IP: '",
    ]),
    header("another path in a header", ["X-Original-URL: /admin", "X-Rewrite-URL: /admin"]),
    header("another method in a header", ["X-HTTP-Method-Override: DELETE"]),
    header("__proto__ as a header", ["__proto__: x", "constructor: y"]),
    header("bytes past ASCII in a header", ["A: \u00e9\u00ff"]),
    header("a Range", ["Range: bytes=0-1", "If-None-Match: *", "If-Match: x"]),
    header("a cookie of 8 KB", [`Cookie: ${"a=b;".repeat(2_000)}`]),
    header("a header of 20 KB", [`A: ${"x".repeat(20_000)}`], closedWith(431, 43101)),
    header("a header name of 20 KB", [`${"x".repeat(20_000)}: a`], closedWith(431, 43101)),
    header(
      "2 500 headers",
      Array.from({ length: 2_500 }, (_, index) => `h${index}: ${index}`),
      closedWith(431, 43101),
    ),
    header(
      "100 000 headers",
      Array.from({ length: 100_000 }, () => "a: b"),
      closedWith(431, 43101),
    ),
  ];
}
