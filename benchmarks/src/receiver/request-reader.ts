const headEnd = "\r\n\r\n";

/**
 * Reads requests off one connection with as little work as can be: the receiver must not be what limits. A body has a
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

  /** Where the first request ends; 0 as long as it is not in whole. */
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
