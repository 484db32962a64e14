import type { Socket } from "node:net";

/** Writes `next()` again and again, every few milliseconds, for as long as somebody is there. */
export function drip(socket: Socket, everyMs: number, next: (count: number) => string): void {
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    socket.write(next(count), "latin1");
  }, everyMs);
  socket.once("close", () => clearInterval(timer));
}
