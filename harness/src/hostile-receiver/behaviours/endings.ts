import { behaviour, type Behaviour, type End, positive } from "../behaviour.ts";

function closes(
  name: string,
  text: string,
  ends: readonly End[] = ["unreadable-answer"],
): Behaviour {
  return behaviour(name, ends, ({ socket }) => void socket.end(text));
}

const head = "HTTP/1.1 200 OK\r\n";

/** Receivers that leave, at every place where one can. */
export const endings: readonly Behaviour[] = [
  behaviour("closes on arrival", ["unreadable-answer", "unreachable"], () => {}, {
    greet: (socket) => void socket.end(),
  }),
  behaviour("resets on arrival", ["unreadable-answer", "unreachable"], () => {}, {
    greet: (socket) => void socket.resetAndDestroy(),
  }),
  behaviour("resets after the request", ["unreadable-answer"], ({ socket }) => {
    socket.resetAndDestroy();
  }),
  closes("closes after the request", ""),
  closes("closes in its status line", "HTTP/1.1 2"),
  closes("closes in its headers", `${head}content-le`),
  closes("closes in its body", `${head}content-length: 15\r\n\r\n{"resu`),
  closes("closes in a chunk", `${head}transfer-encoding: chunked\r\n\r\nf\r\n{"resu`),
  closes("closes before its last chunk", `${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`),
  closes("closes after an interim response", "HTTP/1.1 100 Continue\r\n\r\n"),
  behaviour("resets in its body", ["unreadable-answer"], ({ socket }) => {
    socket.write(`${head}content-length: 15\r\n\r\n{"resu`, () => socket.resetAndDestroy());
  }),
  // Its end may come only after the next request was written.
  behaviour(
    "answers well and closes without a word",
    [200, "unreadable-answer"],
    ({ socket }) => void socket.end(positive()),
    { delivered: true, kept: null },
  ),
  behaviour(
    "answers well and says that it closes, but does not",
    [200],
    ({ socket }) => void socket.write(positive("connection: close\r\n")),
    { delivered: true },
  ),
  behaviour(
    "answers well and ends its body by closing",
    [200],
    ({ socket }) => void socket.end(`${head}\r\n{"result":"ok"}`),
    { delivered: true },
  ),
  behaviour(
    "answers well, says that it keeps the connection, and resets it",
    [200, "unreadable-answer"],
    ({ socket }) =>
      void socket.write(positive("keep-alive: timeout=60\r\n"), () =>
        setTimeout(() => socket.resetAndDestroy(), 5),
      ),
    { delivered: null, kept: null },
  ),
];
