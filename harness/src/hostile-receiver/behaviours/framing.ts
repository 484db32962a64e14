import { type Behaviour, says } from "../behaviour.ts";

const head = "HTTP/1.1 200 OK\r\n";
const body = '{"result":"ok"}';

/** A response whose length is a matter of opinion. It may be refused at once, or waited for in vain. */
const framed = (name: string, headers: string, text = body): Behaviour =>
  says(name, ["unreadable-answer", "timeout"], `${head}${headers}\r\n\r\n${text}`);

/** Receivers that are wrong about how long their answer is. */
export const framing: readonly Behaviour[] = [
  says("promises less than it sends", [200], `${head}content-length: 5\r\n\r\n${body}`),
  framed("promises more than it sends", "content-length: 500"),
  framed("gives two lengths", "content-length: 15\r\ncontent-length: 16"),
  framed("gives a list of lengths", "content-length: 15, 15"),
  framed("gives a length and chunks", "content-length: 15\r\ntransfer-encoding: chunked"),
  framed(
    "gives chunks and a length",
    "transfer-encoding: chunked\r\ncontent-length: 4",
    `f\r\n${body}\r\n0\r\n\r\n`,
  ),
  framed("gives a negative length", "content-length: -15"),
  framed("gives a signed length", "content-length: +15"),
  framed("gives a length in hexadecimal", "content-length: 0xf"),
  framed("gives a length past all numbers", `content-length: ${"9".repeat(40)}`),
  framed("gives an empty length", "content-length:"),
  framed("names an unknown transfer coding", "transfer-encoding: cow"),
  says(
    "names chunked twice",
    [200, "unreadable-answer"],
    `${head}transfer-encoding: chunked, chunked\r\n\r\nf\r\n${body}\r\n0\r\n\r\n`,
    { delivered: null, kept: null },
  ),
  framed("sends chunks that are none", "transfer-encoding: chunked"),
  framed("gives a chunk a negative size", "transfer-encoding: chunked", `-1\r\n${body}`),
  framed(
    "gives a chunk a size past all numbers",
    "transfer-encoding: chunked",
    `${"f".repeat(17)}\r\n`,
  ),
  framed(
    "makes a chunk longer than said",
    "transfer-encoding: chunked",
    `2\r\n${body}\r\n0\r\n\r\n`,
  ),
  framed("ends chunks with a bare line feed", "transfer-encoding: chunked", `f\n${body}\n0\n\n`),
  framed("puts a space before a colon", "content-length : 15"),
  framed("folds a header", "x: y\r\n z\r\n\tcontent-length: 15"),
  framed("puts NUL into a header", "x: a\0b\r\ncontent-length: 15"),
  framed("puts a bare return into a header", "x: a\rb\r\ncontent-length: 15"),
  says(
    "has no content and sends some",
    [204],
    `HTTP/1.1 204 No Content\r\ncontent-length: 15\r\n\r\n${body}`,
  ),
  says("was not modified and sends some", [304], `HTTP/1.1 304 Same\r\n\r\n${body}`),
];
