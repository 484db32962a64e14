import type { Socket } from "node:net";

/** Framed in the smallest chunks, a body takes six times its size on the wire. */
const framingFactor = 8;
const headBytes = 65_536;

/** Ends a connection on which one response takes more bytes than any that is kept could: interim ones, framing, all. */
export class WireLimit {
  readonly #limitBytes: number;
  #leftBytes: number;

  constructor(socket: Socket, responseLimitBytes: number) {
    this.#limitBytes = responseLimitBytes * framingFactor + headBytes;
    this.#leftBytes = this.#limitBytes;
    const push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) => {
      this.#leftBytes -= chunk?.length ?? 0;
      if (this.#leftBytes >= 0) return push(chunk);
      socket.destroy(new Error("the response is too large"));
      return false;
    };
  }

  /** What is read next begins a response. */
  expect(): void {
    this.#leftBytes = this.#limitBytes;
  }
}
