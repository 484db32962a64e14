import type { Check } from "../attack.ts";
import { answeredWith, closedWith, refusedWith } from "../checks.ts";

/** Bytes of one connection, and what must come back. */
export interface WireCase {
  readonly name: string;
  readonly text: string;
  readonly check: Check;
}

const broken = closedWith(400, 40011);
const taken = answeredWith(200);

/** Ways to lie about where a request ends. `hidden` is a request of its own, which must never be answered. */
export function framingCases(path: string, body: string, hidden: string): readonly WireCase[] {
  const post = (...headers: string[]) =>
    ["POST " + path + " HTTP/1.1", "Host: x", ...headers, "", ""].join("\r\n");
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const chunked = `${chunk(body)}0\r\n\r\n`;
  const te = "Transfer-Encoding: chunked";
  const length = `Content-Length: ${body.length}`;
  const lie = (name: string, text: string, check: Check = broken): WireCase => ({
    name,
    text,
    check,
  });
  return [
    lie("Content-Length and chunks", `${post(length, te)}0\r\n\r\n${hidden}`),
    lie("chunks and Content-Length", `${post(te, "Content-Length: 4")}${chunked}${hidden}`),
    lie("two equal Content-Lengths", `${post(length, length)}${body}`),
    lie("two Content-Lengths", `${post(length, "Content-Length: 0")}${body}`),
    lie(
      "a list as Content-Length",
      `${post(`Content-Length: ${body.length}, ${body.length}`)}${body}`,
    ),
    ...["-1", "+5", "0x10", "5e1", "1_0", "", "99999999999999999999", "5 5"].map((value) =>
      lie(
        `Content-Length ${value}`,
        `${post(`Content-Length: ${value}`)}${body}`,
        value === "" ? anyRefusal : broken,
      ),
    ),
    lie(
      "Content-Length with zeros before",
      `${post(`Content-Length: 000${body.length}`)}${body}`,
      taken,
    ),
    lie("too long a Content-Length", `${post(`Content-Length: ${body.length + 9}`)}${body}`),
    lie("too short a Content-Length", `${post("Content-Length: 5")}${body}`, answeredWith(400)),
    lie("a body without Content-Length", `${post()}${hidden}`, answeredWith(400, 404)),
    lie("chunks", `${post(te)}${chunked}`, taken),
    lie("chunks of one byte", `${post(te)}${[...body].map(chunk).join("")}0\r\n\r\n`, taken),
    ...[
      "xchunked",
      "identity",
      "chunked, identity",
      "chunked, chunked",
      "\u000bchunked",
      "chunke",
      '"chunked"',
      "chunked;q=1",
    ].map((value) =>
      lie(`Transfer-Encoding ${value}`, `${post(`Transfer-Encoding: ${value}`)}${chunked}`),
    ),
    ...["gzip, chunked", "deflate,chunked", "x, chunked", "identity, chunked"].map((value) =>
      lie(
        `Transfer-Encoding ${value}`,
        `${post(`Transfer-Encoding: ${value}`)}${chunked}`,
        closedWith(400, 40011),
      ),
    ),
    lie("Transfer-Encoding twice", `${post(te, te)}${chunked}`),
    lie("Transfer-Encoding twice, one unknown", `${post("Transfer-Encoding: x", te)}${chunked}`),
    lie("a tab before chunked", `${post("Transfer-Encoding:\tchunked")}${chunked}`, taken),
    lie("CHUNKED", `${post("Transfer-Encoding: CHUNKED")}${chunked}`, taken),
    lie("a space before the colon", `${post("Transfer-Encoding : chunked")}${chunked}${hidden}`),
    lie("a folded header", `${post("Transfer-Encoding:\r\n chunked")}${chunked}`),
    lie("a folded first header", post(" a: b")),
    lie("chunks in HTTP/1.0", `${post(te).replace("HTTP/1.1", "HTTP/1.0")}${chunked}`),
    ...["-1", "0x5", "g", "", " 5", "5 ", "fffffffffffffffff", "1_0"].map((size) =>
      lie(`a chunk of size "${size}"`, `${post(te)}${size}\r\n${body}\r\n0\r\n\r\n`),
    ),
    lie("a chunk longer than it says", `${post(te)}5\r\n${body}\r\n0\r\n\r\n`),
    lie(
      "a chunk without its line's end",
      `${post(te)}${body.length.toString(16)}\r\n${body}0\r\n\r\n`,
    ),
    lie(
      "a chunk extension",
      `${post(te)}${body.length.toString(16)};a=b;c="d"\r\n${body}\r\n0\r\n\r\n`,
      taken,
    ),
    lie(
      "a chunk extension with a bare LF",
      `${post(te)}${body.length.toString(16)};a\n${body}\r\n0\r\n\r\n`,
    ),
    lie(
      "an endless chunk extension",
      `${post(te)}5;${"x".repeat(40_000)}\r\n`,
      closedWith(413, 41301),
    ),
    lie("a trailer", `${post(te)}${chunk(body)}0\r\nX-Trailer: a\r\n\r\n`, taken),
    lie(
      "Content-Length in a trailer",
      `${post(te)}${chunk(body)}0\r\nContent-Length: 5\r\n\r\n${hidden}`,
    ),
    lie(
      "endless trailers",
      `${post(te)}${chunk(body)}0\r\n${"a: b\r\n".repeat(8_000)}`,
      anyRefusal,
    ),
    lie("bare LFs", post(length).replaceAll("\r\n", "\n") + body),
    lie("a bare CR in a header", `${post("A: b\rTransfer-Encoding: chunked")}${chunked}`),
    lie("a bare CR as the end", `${post(length).slice(0, -2)}\r${body}`),
    lie("a NUL in a header", `${post("A: \0")}`),
    lie("a NUL in a name", `${post("A\0: b", length)}${body}`),
    lie("a header without colon", post("Transfer-Encoding chunked")),
    lie("a header without name", post(": chunked")),
    lie("two Hosts", `${post("Host: y", length)}${body}`, refusedWith(400, 40011)),
    lie("the end in the head", post().slice(0, -4)),
  ];
}

/** A refusal of 4xx; the general rules say the rest. */
export const anyRefusal: Check = ({ answers }) =>
  answers.length === 1 && (answers[0]?.status ?? 0) >= 400 ? null : "not refused, or not once";
