/** How `AnswerBody` controls its connection. */
export interface BodyFlow {
  pause(): void;
  resume(): void;
  /** Nobody wants the rest. */
  cancel(): void;
}

/** So much of a body is taken from the connection before anybody reads it. A short one never holds its connection. */
const bufferBytes = 65_536;

/** The body of one answer, as a stream that is read at its reader's pace. */
export class AnswerBody {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #flow: BodyFlow;
  readonly #chunks: Uint8Array[] = [];
  #bufferedBytes = 0;
  #leftBytes: number;
  /** How it ended: as it should, or not. */
  #end: { readonly error: Error | null } | null = null;
  #wake: () => void = () => {};

  constructor(limitBytes: number, flow: BodyFlow) {
    this.#leftBytes = limitBytes;
    this.#flow = flow;
    this.stream = new ReadableStream<Uint8Array>(
      { pull: (controller) => this.#pull(controller), cancel: () => this.#flow.cancel() },
      { highWaterMark: 0 },
    );
  }

  /** Takes bytes from the connection. `false`: that is more than the limit. */
  push(chunk: Uint8Array): boolean {
    const kept = chunk.subarray(0, this.#leftBytes);
    this.#leftBytes -= kept.length;
    if (kept.length > 0) this.#chunks.push(kept);
    this.#bufferedBytes += kept.length;
    if (this.#bufferedBytes >= bufferBytes) this.#flow.pause();
    this.#wake();
    return kept.length === chunk.length;
  }

  /** The body is whole, or fails behind what came of it. The first call counts. */
  end(error: Error | null): void {
    this.#end ??= { error };
    this.#wake();
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (this.#chunks.length === 0 && this.#end === null)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) return this.#give(chunk, controller);
    const error = this.#end?.error ?? null;
    if (error === null) controller.close();
    else controller.error(error);
  }

  #give(chunk: Uint8Array, controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#bufferedBytes -= chunk.length;
    controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (this.#end === null && this.#bufferedBytes < bufferBytes) this.#flow.resume();
  }
}
