const firstBytes = "HTTP/1.1 1";
/** Any status 1xx but `101`, which is final: it changes the protocol of the connection. */
const interim = /^HTTP\/1\.1 1(?!01)\d\d[ \r]/;
const statusLineBytes = 13;
/** A longer interim response is passed on unchanged. */
const limitBytes = 16_384;
const nothing = Buffer.alloc(0);

/**
 * Removes interim responses from the bytes of a socket. RFC 9110 §15.2 requires clients to accept them. Undici closes
 * the connection at `100 Continue`, although the real answer follows.
 */
export class InterimResponses {
  #expected = false;
  #held: Buffer = nothing;

  /** The next bytes begin a response. */
  expect(): void {
    this.#expected = true;
    this.#held = nothing;
  }

  /** The bytes without interim responses; may be empty. */
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

/** Whether the bytes so far may begin an interim response. */
function mayBeInterim(bytes: Buffer): boolean {
  const text = bytes.toString("latin1", 0, statusLineBytes);
  return text.length < statusLineBytes
    ? firstBytes.startsWith(text) || text.startsWith(firstBytes)
    : interim.test(text);
}
