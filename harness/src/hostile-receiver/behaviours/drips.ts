import { behaviour, type Behaviour } from "../behaviour.ts";
import { drip } from "../dripping.ts";

const start = "HTTP/1.1 200 OK\r\n";

/** Receivers that are always about to go on. */
export const drips: readonly Behaviour[] = [
  behaviour("drips its status line", ["timeout", "unreadable-answer"], ({ socket }) =>
    drip(socket, 150, (count) => `${start}x: `[count - 1] ?? "y"),
  ),
  behaviour("drips a header, byte by byte", ["timeout"], ({ socket }) => {
    socket.write(`${start}x: `);
    drip(socket, 5, () => "y");
  }),
  behaviour("drips short headers", ["timeout", "unreadable-answer"], ({ socket }) => {
    socket.write(start);
    drip(socket, 5, (count) => `x-${count}: y\r\n`);
  }),
  behaviour("drips a body of known length", ["timeout"], ({ socket }) => {
    socket.write(`${start}content-length: 100000\r\n\r\n`);
    drip(socket, 5, () => " ");
  }),
  behaviour("drips a body with no end", ["timeout"], ({ socket }) => {
    socket.write(`${start}\r\n`);
    drip(socket, 5, () => " ");
  }),
  behaviour("drips chunks", ["timeout"], ({ socket }) => {
    socket.write(`${start}transfer-encoding: chunked\r\n\r\n`);
    drip(socket, 5, () => "1\r\n \r\n");
  }),
  behaviour("drips the size of a chunk", ["timeout", "unreadable-answer"], ({ socket }) => {
    socket.write(`${start}transfer-encoding: chunked\r\n\r\n`);
    drip(socket, 5, () => "0");
  }),
  behaviour("drips the extension of a chunk", ["timeout", "unreadable-answer"], ({ socket }) => {
    socket.write(`${start}transfer-encoding: chunked\r\n\r\n1;`);
    drip(socket, 5, () => "x");
  }),
  behaviour("drips trailers", ["timeout", "unreadable-answer"], ({ socket }) => {
    socket.write(`${start}transfer-encoding: chunked\r\n\r\n0\r\n`);
    drip(socket, 5, (count) => `x-${count}: y\r\n`);
  }),
  behaviour("drips interim responses", ["timeout", "unreadable-answer"], ({ socket }) =>
    drip(socket, 5, () => "HTTP/1.1 102 Processing\r\n\r\n"),
  ),
  behaviour("drips an interim response, byte by byte", ["timeout"], ({ socket }) => {
    socket.write("HTTP/1.1 103 Early Hints\r\nx: ");
    drip(socket, 5, () => "y");
  }),
];
