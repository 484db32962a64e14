import type { HttpResponse, ParleyError } from "@parley/core";
import type { Dispatcher } from "undici";
import type { Connection } from "../connection.ts";
import { AnswerBody } from "./answer-body.ts";
import { brokenAnswer, timedOut, tooLongAnswer } from "./http-errors.ts";

/** An answer before its body is read. */
export type WireAnswer = Omit<HttpResponse, "url">;

/** Parameters of `Exchange`. */
export interface ExchangeParts {
  readonly connection: Connection;
  readonly limitBytes: number;
  readonly signal: AbortSignal;
  /** Called when `ended` resolves, in the same turn. */
  readonly onEnd: () => void;
}

/** undici's handler for one request: hands the answer over while it comes. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** `null`: the connection closed before anything was written. */
  readonly answer: Promise<WireAnswer | null>;
  /** The connection is free again, or destroyed. */
  readonly ended: Promise<void>;
  readonly #parts: ExchangeParts;
  readonly #settle = Promise.withResolvers<WireAnswer | null>();
  readonly #finish = Promise.withResolvers<void>();
  readonly #abort = (): void => this.#fail(timedOut(this.#parts.signal));
  #body: AnswerBody | null = null;
  #started = false;
  #ended = false;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.answer = this.#settle.promise;
    this.ended = this.#finish.promise;
    parts.signal.addEventListener("abort", this.#abort, { once: true });
    if (parts.signal.aborted) this.#abort();
  }

  /** Called by undici right before it writes the request. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#started || this.#ended) controller.abort(new Error("not permitted"));
    this.#started = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#ended) return;
    this.#body = new AnswerBody(this.#parts.limitBytes, {
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      cancel: () => this.#fail(brokenAnswer(null)),
    });
    const headers = headersOf(controller.rawHeaders);
    this.#settle.resolve({ status, headers, body: this.#body.stream });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended || this.#body?.push(chunk)) return;
    this.#fail(tooLongAnswer(this.#parts.limitBytes));
  }

  onResponseEnd(): void {
    this.#end(() => this.#body?.end(null));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#started) this.#fail(brokenAnswer(error));
    else this.#end(() => this.#settle.resolve(null));
  }

  #fail(error: ParleyError): void {
    this.#end(() => {
      this.#parts.connection.destroy();
      if (this.#body === null) this.#settle.reject(error);
      else this.#body.end(error);
    });
  }

  #end(settle: () => void): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#parts.signal.removeEventListener("abort", this.#abort);
    settle();
    this.#parts.onEnd();
    this.#finish.resolve();
  }
}

/** Header values as received, one character a byte. */
function headersOf(raw: Dispatcher.DispatchController["rawHeaders"]): HttpResponse["headers"] {
  const headers = new Map<string, string | string[]>();
  const parts = Array.isArray(raw) ? raw.map((part) => Buffer.from(part).toString("latin1")) : [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const name = parts[at]?.toLowerCase() ?? "";
    const value = parts[at + 1] ?? "";
    const known = headers.get(name);
    headers.set(name, known === undefined ? value : [known, value].flat());
  }
  return Object.fromEntries(headers);
}
