import { gzipSync } from "node:zlib";
import { behaviour, type Behaviour, type End } from "../behaviour.ts";
import { flood } from "../flooding.ts";

const gigabyte = 1_024 ** 3;
const start = "HTTP/1.1 200 OK\r\n";
const spaces = Buffer.alloc(65_536, " ");
const bomb = gzipSync(Buffer.alloc(64 * 1_024 * 1_024));

/** Says `head`, and then repeats `chunk` up to a gigabyte. */
function floods(name: string, ends: readonly End[], head: string, chunk: Buffer): Behaviour {
  return behaviour(name, ends, ({ socket }) => {
    socket.write(head);
    flood(socket, chunk, gigabyte);
  });
}

/** Receivers that send more than anybody asked for, as fast as they can. */
export const floodings: readonly Behaviour[] = [
  floods("sends 1 GB", [200], `${start}content-length: ${gigabyte}\r\n\r\n`, spaces),
  floods(
    "sends 1 GB behind a positive answer",
    [200],
    `${start}content-length: ${gigabyte}\r\n\r\n{"result":"ok"}`,
    spaces,
  ),
  floods(
    "sends 1 GB in large chunks",
    [200],
    `${start}transfer-encoding: chunked\r\n\r\n`,
    Buffer.concat([Buffer.from("10000\r\n"), spaces, Buffer.from("\r\n")]),
  ),
  floods(
    "sends 1 GB in chunks of one byte",
    [200],
    `${start}transfer-encoding: chunked\r\n\r\n`,
    Buffer.from("1\r\n \r\n".repeat(10_000)),
  ),
  floods("sends 1 GB until it closes", [200], `${start}\r\n`, spaces),
  floods("sends 1 GB with an error status", [500], "HTTP/1.1 500 No\r\n\r\n", spaces),
  floods(
    "sends a gzip bomb",
    [200],
    `${start}content-encoding: gzip\r\ncontent-length: ${gigabyte}\r\n\r\n`,
    bomb,
  ),
  floods(
    "sends endless headers",
    ["unreadable-answer"],
    start,
    Buffer.from("x-header: yyyyyyyyyyyyyyyyyyyyyyyy\r\n".repeat(1_000)),
  ),
  floods(
    "sends one endless header",
    ["unreadable-answer"],
    `${start}x: `,
    Buffer.alloc(65_536, "y"),
  ),
  floods(
    "sends an endless status line",
    ["unreadable-answer"],
    "HTTP/1.1 200 ",
    Buffer.alloc(65_536, "y"),
  ),
  floods(
    "sends endless interim responses",
    ["unreadable-answer"],
    "",
    Buffer.from("HTTP/1.1 102 Processing\r\n\r\n".repeat(1_000)),
  ),
  floods(
    "sends endless long interim responses",
    ["unreadable-answer"],
    "",
    Buffer.from(`HTTP/1.1 103 Early Hints\r\nx: ${"y".repeat(15_000)}\r\n\r\n`),
  ),
  floods(
    "sends endless trailers",
    ["unreadable-answer"],
    `${start}transfer-encoding: chunked\r\n\r\n0\r\n`,
    Buffer.from("x-trailer: yyyyyyyyyyyyyyyyyyyyyyy\r\n".repeat(1_000)),
  ),
  floods(
    "sends an endless chunk extension",
    ["unreadable-answer"],
    `${start}transfer-encoding: chunked\r\n\r\n1;`,
    Buffer.alloc(65_536, "x"),
  ),
];
