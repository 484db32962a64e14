import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { HeaderField } from "./exchange.ts";

/** What one request sent and received on the wire. Filled while it runs. */
export interface WireRecord {
  requestHeaders: readonly HeaderField[];
  answerHeaders: readonly HeaderField[];
  reused: boolean;
  address: string | null;
}

type Listener = (message: unknown) => void;

/** Subscribes to undici's diagnostics: the transport port reports neither headers nor addresses. */
export class WireRecorder {
  readonly #current = new AsyncLocalStorage<WireRecord>();
  readonly #tapes = new WeakMap<object, WireRecord>();
  readonly #used = new WeakSet<Socket>();
  readonly #listeners: readonly (readonly [channel: string, listener: Listener])[] = [
    ["undici:request:create", (message) => this.#created(message)],
    ["undici:client:sendHeaders", (message) => this.#sent(message)],
    ["undici:request:headers", (message) => this.#answered(message)],
  ];

  /** Subscribes until `close`. */
  open(): void {
    for (const [channel, listener] of this.#listeners) subscribe(channel, listener);
  }

  close(): void {
    for (const [channel, listener] of this.#listeners) unsubscribe(channel, listener);
  }

  /** Runs `work` and records its request on the tape. */
  async record<Value>(
    work: () => Promise<Value>,
  ): Promise<{ readonly value: Value; readonly tape: WireRecord }> {
    const tape: WireRecord = {
      requestHeaders: [],
      answerHeaders: [],
      reused: false,
      address: null,
    };
    return { value: await this.#current.run(tape, work), tape };
  }

  #created(message: unknown): void {
    const { request } = message as { readonly request: object };
    const tape = this.#current.getStore();
    if (tape) this.#tapes.set(request, tape);
  }

  #sent(message: unknown): void {
    const { request, headers, socket } = message as {
      readonly request: object;
      readonly headers: string;
      readonly socket: Socket;
    };
    const tape = this.#tapes.get(request);
    if (!tape) return;
    tape.requestHeaders = readHead(headers);
    tape.address = socket.remoteAddress ?? null;
    tape.reused = this.#used.has(socket);
    this.#used.add(socket);
  }

  #answered(message: unknown): void {
    const { request, response } = message as {
      readonly request: object;
      readonly response: { readonly statusCode: number; readonly headers: readonly Buffer[] };
    };
    const tape = this.#tapes.get(request);
    if (tape && response.statusCode >= 200)
      tape.answerHeaders = pairs(response.headers.map(String));
  }
}

/** Header fields of a request, without the request line. */
function readHead(head: string): HeaderField[] {
  const [, ...lines] = head.trimEnd().split("\r\n");
  return lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
}

/** Turns a flat list of names and values into pairs. */
export function pairs(flat: readonly string[]): HeaderField[] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[2 * index] ?? "",
    flat[2 * index + 1] ?? "",
  ]);
}
