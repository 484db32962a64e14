const headEnd = "\r\n\r\n";

/**
 * Parses requests of one connection with little CPU, so that the receiver is not the bottleneck. A body has a
 * `Content-Length`, or is chunked.
 */
export class RequestReader {
  readonly #onRequest: (path: string, body: string) => void;
  #received = "";

  constructor(onRequest: (path: string, body: string) => void) {
    this.#onRequest = onRequest;
  }

  read(chunk: Buffer): void {
    this.#received += chunk.toString("latin1");
    for (let end = this.#next(); end > 0; end = this.#next())
      this.#received = this.#received.slice(end);
  }

  /** End of the first request; 0 until it is complete. */
  #next(): number {
    const text = this.#received;
    const head = text.indexOf(headEnd);
    if (head === -1) return 0;
    const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1];
    const from = head + headEnd.length;
    const end = length === undefined ? chunkedEnd(text, from) : from + Number(length);
    if (end === 0 || text.length < end) return 0;
    this.#onRequest(
      text.slice(text.indexOf(" ") + 1, text.indexOf(" HTTP/")),
      text.slice(from, end),
    );
    return end;
  }
}

/** A chunked body ends with an empty chunk. */
function chunkedEnd(text: string, from: number): number {
  const last = text.indexOf("\r\n0\r\n\r\n", from);
  return last === -1 ? 0 : last + "\r\n0\r\n\r\n".length;
}
