import { behaviour, type Behaviour, says } from "../behaviour.ts";

const body = '{"result":"ok"}';
/** A settings frame, and a header frame with `:status 200`. */
const http2 = "\0\0\0\x04\0\0\0\0\0\0\0\x01\x01\x04\0\0\0\x01\x88";

const lost = ["unreadable-answer", "timeout"] as const;

/** Receivers that speak something else. */
export const nonsense: readonly Behaviour[] = [
  says("speaks garbage", lost, "\xde\xad\xbe\xef\0\r\n\r\n"),
  says("speaks HTTP/0.9", lost, body),
  says("speaks HTTP/2", lost, http2),
  says("speaks the preface of HTTP/2", lost, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  says("speaks SSH", lost, "SSH-2.0-OpenSSH_9.9\r\n"),
  says("speaks TLS on a plain port", lost, "\x15\x03\x01\0\x02\x02\x46"),
  says("sends a request back", lost, "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n"),
  says("names HTTP/9.9", lost, `HTTP/9.9 200 OK\r\ncontent-length: 15\r\n\r\n${body}`),
  says("has a status of two digits", lost, `HTTP/1.1 20 OK\r\ncontent-length: 15\r\n\r\n${body}`),
  says(
    "has a status of four digits",
    lost,
    `HTTP/1.1 2000 OK\r\ncontent-length: 15\r\n\r\n${body}`,
  ),
  says("has status 000", [0, ...lost], `HTTP/1.1 000 OK\r\ncontent-length: 15\r\n\r\n${body}`),
  says("has status 999", [999], `HTTP/1.1 999 OK\r\ncontent-length: 15\r\n\r\n${body}`, {
    kept: true,
  }),
  says("switches protocols", lost, "HTTP/1.1 101 Go\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  says(
    "switches to HTTP/2",
    lost,
    `HTTP/1.1 101 Go\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n${http2}`,
  ),
  says("opens a tunnel", ["timeout"], "HTTP/1.1 200 Connection established\r\n\r\n\0"),
  behaviour(
    "answers in UTF-16",
    [200],
    ({ socket }) => {
      const bytes = Buffer.from(body, "utf16le");
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`);
      socket.write(bytes);
    },
    { kept: true },
  ),
  says("nests too deep", [200], deep(), { kept: true }),
];

function deep(): string {
  const text = "[".repeat(60_000);
  return `HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
}
