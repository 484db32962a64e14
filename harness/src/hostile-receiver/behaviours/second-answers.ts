import { behaviour, type Behaviour, positive } from "../behaviour.ts";

/** In the body of every answer to a request that was not made. */
export const smuggled = "smuggled";

const body = `{"result":"ok","${smuggled}":1}`;
const second = `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/**
 * Receivers that answer once more than they were asked, so that the next request finds its answer waiting. Nobody can
 * tell one that comes after that request was written from an early answer to it.
 */
export const secondAnswers: readonly Behaviour[] = [
  behaviour(
    "answers twice in one packet",
    [200],
    ({ socket }) => {
      socket.write(positive() + second);
    },
    { delivered: true },
  ),
  behaviour(
    "answers well, with an interim response behind",
    [200],
    ({ socket }) => {
      socket.write(`${positive()}HTTP/1.1 100 Continue\r\n\r\n${second}`);
    },
    { delivered: true },
  ),
  behaviour(
    "answers well, with half an answer behind",
    [200],
    ({ socket }) => {
      socket.write(positive() + second.slice(0, 30));
    },
    { delivered: true },
  ),
  behaviour(
    "answers well, with garbage behind",
    [200],
    ({ socket }) => {
      socket.write(`${positive()}\0\0\0\0`);
    },
    { delivered: true },
  ),
  behaviour(
    "answers well, with line ends behind",
    [200],
    ({ socket }) => {
      socket.write(`${positive()}\r\n\r\n`);
    },
    { delivered: true, kept: null },
  ),
  behaviour("hides an answer behind one without content", [204], ({ socket }) => {
    socket.write(`HTTP/1.1 204 No Content\r\n\r\n${second}`);
  }),
];
