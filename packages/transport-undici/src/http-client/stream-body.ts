/** A request's body that is sent while it comes. It can be read once, so that no second attempt may begin to read it. */
export class StreamBody {
  readonly #stream: ReadableStream<Uint8Array>;
  #reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  #ended = false;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#stream = stream;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    this.#reader = this.#stream.getReader();
    for (let part = await this.#reader.read(); !part.done; part = await this.#reader.read()) {
      if (!(part.value instanceof Uint8Array)) throw new TypeError("a chunk is no Uint8Array");
      yield part.value;
    }
    this.#ended = true;
  }

  /** Tells the source that no more is needed. */
  cancel(): void {
    if (this.#ended) return;
    this.#ended = true;
    (this.#reader ?? this.#stream).cancel().catch(() => {});
  }
}
