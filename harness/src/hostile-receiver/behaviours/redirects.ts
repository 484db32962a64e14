import { behaviour, type Behaviour } from "../behaviour.ts";

/** Receivers that point at this machine. */
export const redirects: readonly Behaviour[] = [300, 301, 302, 303, 305, 307, 308]
  .flatMap((status) => [
    behaviour(
      `redirects to this machine with ${status}`,
      [status],
      ({ socket, canaryUrl }) => {
        socket.write(
          `HTTP/1.1 ${status} Go\r\nlocation: ${canaryUrl}\r\ncontent-length: 0\r\n\r\n`,
        );
      },
      { kept: true },
    ),
  ])
  .concat([
    behaviour(
      "answers well but points elsewhere in every other way",
      [200],
      ({ socket, canaryUrl }) => {
        const elsewhere = ["location", "content-location", "refresh", "link", "alt-svc"];
        const headers = elsewhere.map((name) => `${name}: ${canaryUrl}\r\n`).join("");
        socket.write(`HTTP/1.1 200 OK\r\n${headers}content-length: 15\r\n\r\n{"result":"ok"}`);
      },
      { delivered: true, kept: true },
    ),
    behaviour(
      "asks for a password",
      [401],
      ({ socket }) => {
        socket.write(
          'HTTP/1.1 401 Who\r\nwww-authenticate: Basic realm="x"\r\ncontent-length: 0\r\n\r\n',
        );
      },
      { kept: true },
    ),
  ]);
