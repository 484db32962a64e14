import { behaviour, type Behaviour, says } from "../behaviour.ts";

/** Receivers that say nothing, or stop half-way. */
export const silence: readonly Behaviour[] = [
  behaviour("never answers", ["timeout"], () => {}),
  behaviour("never accepts", ["timeout"], () => {}, { door: "deaf" }),
  behaviour("is not there", ["unreachable"], () => {}, { door: "refused" }),
  behaviour("never reads", ["timeout"], () => {}, { greet: (socket) => void socket.pause() }),
  says("stops in its status line", ["timeout"], "HTTP/1.1 2"),
  says("stops in its headers", ["timeout"], "HTTP/1.1 200 OK\r\ncontent-le"),
  says("stops before its body", ["timeout"], "HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n"),
  says("stops in its body", ["timeout"], 'HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"resu'),
  says("sends a body with no end", ["timeout"], 'HTTP/1.1 200 OK\r\n\r\n{"result":"ok"}'),
  says(
    "never sends its last chunk",
    ["timeout"],
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nf\r\n{"result":"ok"}\r\n',
  ),
  says("stops after an interim response", ["timeout"], "HTTP/1.1 100 Continue\r\n\r\n"),
  says("stops in an interim response", ["timeout"], "HTTP/1.1 103 Early Hints\r\nlink: <"),
];
