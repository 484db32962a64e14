import { type IncomingMessage, OutgoingMessage, type Server, ServerResponse } from "node:http";
import type { WholeAnswer } from "./whole-answer.ts";

const { end, writeHead } = ServerResponse.prototype;
/** Whoever was here first and put an `end` of its own in place wants to see every answer. */
const isEndNodes = !Object.hasOwn(ServerResponse.prototype, "end");
/** Getters of Node's, which its types have as properties. */
const getters = Object.getOwnPropertyDescriptors(OutgoingMessage.prototype);
const sentOf = getters.headersSent.get as (this: OutgoingMessage) => boolean;
const finishedOf = getters.writableFinished.get as (this: OutgoingMessage) => boolean;

/**
 * A response that can leave in one piece. What Node does for one that may come in several costs as much as the write
 * itself.
 */
export class WholeResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Whose connection stays open behind the answer; `undefined` until somebody knows. */
  #server: Server | null | undefined;
  #isOut = false;
  #isFinished = false;

  static {
    Object.defineProperties(this.prototype, {
      headersSent: {
        get(this: WholeResponse) {
          return this.#isOut || sentOf.call(this);
        },
      },
      writableFinished: {
        get(this: WholeResponse) {
          return this.#isFinished || finishedOf.call(this);
        },
      },
    });
  }

  /** Says which server keeps the connection open behind the answer, if the client wants it as well. The first counts. */
  stayOpen(server: Server | null): void {
    if (this.#server === undefined) this.#server = server;
  }

  /**
   * Writes what Node would, in its turn, to who keeps the connection.
   *
   * @returns whether it did: else nothing was written, and the answer goes the usual way.
   */
  sendWhole(answer: WholeAnswer): boolean {
    const { socket } = this;
    const server = this.#server ?? null;
    if (server === null || socket === null || !socket.writable || !this.#isPlain()) return false;
    this.#isOut = true;
    this.finished = true;
    this.statusCode = 200;
    this.statusMessage = "OK";
    socket.write(answer.of(server), "latin1", (error) => {
      if (error !== null && error !== undefined) return;
      this.#isFinished = true;
      // As Node's own `end` does: its server then goes on to the next request.
      this.emit("finish");
    });
    return true;
  }

  override writeHead(status: number, ...more: unknown[]): this {
    if (!this.#isOut) return super.writeHead(status, ...(more as []));
    const why = "Cannot write headers after they are sent to the client";
    throw Object.assign(new Error(why), { code: "ERR_HTTP_HEADERS_SENT" });
  }

  override flushHeaders(): void {
    if (!this.#isOut) super.flushHeaders();
  }

  /** Whether nobody has changed what Node would write, or wants to see it written. */
  #isPlain(): boolean {
    return (
      isEndNodes &&
      this.shouldKeepAlive &&
      this.sendDate &&
      !this.headersSent &&
      this.req.httpVersion === "1.1" &&
      this.req.headers.expect === undefined &&
      this.getHeaderNames().length === 0 &&
      // Node sets it with the head.
      (this.statusMessage as string | undefined) === undefined &&
      this.socket?.writableCorked === 0 &&
      this.end === end &&
      this.writeHead === WholeResponse.prototype.writeHead &&
      ServerResponse.prototype.writeHead === writeHead
    );
  }
}
