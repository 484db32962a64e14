import type { Socket } from "node:net";

/**
 * From now on who waits for `readable` is told of what a socket brings as it comes, and reads it past the socket's
 * stream, which costs as much as parsing a small answer does. Whatever is not read at once waits in the stream, and all
 * that comes behind it as well; so does the end.
 */
export function readDirectly(socket: Socket): void {
  const push = socket.push.bind(socket);
  const read = socket.read.bind(socket);
  let offered: Buffer | null = null;
  let isOffering = false;
  let hasEnded = false;
  socket.push = (chunk: Buffer | null) => {
    if (chunk === null) hasEnded = true;
    if (chunk === null || chunk.length === 0) return push(chunk);
    // TLS may bring more while what it brought is read.
    if (isOffering || socket.readableLength > 0) return push(chunk);
    offered = chunk;
    isOffering = true;
    try {
      socket.emit("readable");
    } finally {
      isOffering = false;
    }
    const left = take();
    return left === null || push(left);
  };
  socket.read = (size?: number) => {
    if (offered !== null && size === undefined) return take();
    return hasEnded || socket.readableLength > 0 ? read(size) : null;
  };
  const take = (): Buffer | null => {
    const chunk = offered;
    offered = null;
    return chunk;
  };
}
