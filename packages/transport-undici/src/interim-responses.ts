const firstBytes = "HTTP/1.1 1";
/** Any but `101`, which is an answer: the connection is something else from then on. */
const interim = /^HTTP\/1\.1 1(?!01)\d\d[ \r]/;
const statusLineBytes = 13;
/** An interim response longer than this is handed over as it is. */
const limitBytes = 16_384;
const nothing = Buffer.alloc(0);

/**
 * Takes interim responses out of what a socket reads. RFC 9110 §15.2 has clients accept them unasked. Undici ends the
 * connection at `100 Continue`, although a good answer follows.
 */
export class InterimResponses {
  #expected = false;
  #held: Buffer = nothing;

  /** What is read next begins a response. */
  expect(): void {
    this.#expected = true;
    this.#held = nothing;
  }

  /** @returns what is left of the bytes that a socket read. */
  strip(chunk: Buffer): Buffer {
    if (!this.#expected) return chunk;
    let bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    while (mayBeInterim(bytes)) {
      const end = bytes.indexOf("\r\n\r\n");
      if (end === -1 && bytes.length < limitBytes) {
        this.#held = bytes;
        return nothing;
      }
      if (end === -1) break;
      bytes = bytes.subarray(end + 4);
    }
    this.#expected = false;
    this.#held = nothing;
    return bytes;
  }
}

/** Whether bytes begin an interim response, as far as they go. */
function mayBeInterim(bytes: Buffer): boolean {
  const text = bytes.toString("latin1", 0, statusLineBytes);
  return text.length < statusLineBytes
    ? firstBytes.startsWith(text) || text.startsWith(firstBytes)
    : interim.test(text);
}
