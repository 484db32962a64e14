import { behaviour, type Behaviour, positive } from "../behaviour.ts";

/** Receivers whose answer is good, but for its hour. */
export const timing: readonly Behaviour[] = [
  behaviour(
    "answers before it has read anything",
    [200, "unreadable-answer", "unreachable", "timeout"],
    () => {},
    {
      greet: (socket) => void socket.write(positive()),
      delivered: null,
      kept: null,
    },
  ),
  behaviour("answers well after its deadline", ["timeout"], ({ socket }) => {
    setTimeout(() => socket.writable && socket.write(positive()), 4_500);
  }),
  behaviour(
    "answers its first request during the second, and no other",
    ["timeout"],
    ({ socket, request }) => {
      if (request === 1) setTimeout(() => socket.writable && socket.write(positive()), 4_000);
    },
  ),
  behaviour("answers half of it in time", ["timeout"], ({ socket }) => {
    socket.write(positive().slice(0, -5));
    setTimeout(() => socket.writable && socket.write(positive().slice(-5)), 4_500);
  }),
  behaviour("answers well", [200], ({ socket }) => void socket.write(positive()), {
    delivered: true,
    kept: true,
  }),
];
