import type { Socket } from "node:net";

/** Writes `chunk` as fast as the other side reads, until `limitBytes` are out or the other side is gone. */
export function flood(socket: Socket, chunk: Buffer, limitBytes: number): void {
  let sentBytes = 0;
  const more = (): void => {
    while (!socket.destroyed && sentBytes < limitBytes) {
      sentBytes += chunk.length;
      if (!socket.write(chunk)) {
        socket.once("drain", more);
        return;
      }
    }
  };
  more();
}
