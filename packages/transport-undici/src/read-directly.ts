import type { Socket } from "node:net";

/**
 * From now on who waits for `readable` is told of what a socket brings as it comes, and reads it past the socket's
 * stream, which costs as much as parsing a small answer does. For undici, which reads all there is by `read()`. What is
 * not read at once waits in the stream, and so does all that comes meanwhile or behind it, and the end.
 */
export function readDirectly(socket: Socket): void {
  const push = socket.push.bind(socket);
  const read = socket.read.bind(socket);
  let offered: Buffer | null = null;
  let isOffering = false;
  let hasEnded = false;
  const take = (): Buffer | null => {
    const chunk = offered;
    offered = null;
    return chunk;
  };
  /** @returns whether the stream has room for more. */
  const leave = (): boolean => {
    const chunk = take();
    return chunk === null || push(chunk);
  };
  socket.push = (chunk: Buffer | null) => {
    if (chunk === null) hasEnded = true;
    if (chunk === null || chunk.length === 0 || socket.destroyed) return push(chunk);
    // TLS may bring more while what it brought is read.
    if (isOffering || socket.readableLength > 0) {
      leave();
      return push(chunk);
    }
    offered = chunk;
    isOffering = true;
    let hasRoom = true;
    try {
      socket.emit("readable");
    } finally {
      isOffering = false;
      hasRoom = leave();
    }
    return hasRoom;
  };
  socket.read = (size?: number) => {
    if (offered !== null && size === undefined) return take();
    return hasEnded || socket.readableLength > 0 ? read(size) : null;
  };
}
