import type { Dispatcher } from "undici";

/** Result of one request on one connection. `unused`: the connection closed before anything was written. */
export type ExchangeResult =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly body: Uint8Array;
      readonly truncated: boolean;
      readonly location?: string;
    }
  | { readonly kind: "broken" | "not-permitted" | "unused" };

/** undici's handler for one request: asks for the permit before it is written, and keeps the capped response. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly result: Promise<ExchangeResult>;
  readonly #permit: () => boolean;
  readonly #limitBytes: number;
  readonly #settle: (result: ExchangeResult) => void;
  readonly #chunks: Buffer[] = [];
  #sizeBytes = 0;
  #status = 0;
  #location: string | null = null;
  #started = false;

  constructor(permit: () => boolean, limitBytes: number) {
    const { promise, resolve } = Promise.withResolvers<ExchangeResult>();
    this.result = promise;
    this.#settle = resolve;
    this.#permit = permit;
    this.#limitBytes = limitBytes;
  }

  /** Called by undici right before it writes the request. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#started || !this.#permit()) {
      this.#settle({ kind: this.#started ? "broken" : "not-permitted" });
      controller.abort(new Error("not permitted"));
      return;
    }
    this.#started = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    { location }: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    this.#status = status;
    if (status >= 300 && status < 400 && typeof location === "string") this.#location = location;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#limitBytes - this.#sizeBytes;
    this.#sizeBytes += chunk.length;
    if (chunk.length <= room) {
      this.#chunks.push(chunk);
      return;
    }
    this.#chunks.push(chunk.subarray(0, room));
    this.#respond(true);
    controller.abort(new Error("response over the limit"));
  }

  onResponseEnd(): void {
    this.#respond(false);
  }

  onResponseError(): void {
    this.#settle({ kind: this.#started ? "broken" : "unused" });
  }

  #respond(truncated: boolean): void {
    const [first] = this.#chunks;
    const body = first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    const response = { kind: "response", status: this.#status, body, truncated } as const;
    this.#settle(this.#location === null ? response : { ...response, location: this.#location });
  }
}
