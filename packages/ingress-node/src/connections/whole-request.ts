import { IncomingMessage } from "node:http";
import { Readable } from "node:stream";

/** Who takes a body, past the events of the request's stream. */
export interface BodyReader {
  readonly take: (chunk: Buffer) => void;
  readonly end: () => void;
  /** The client went away before the end, or the request was given up. */
  readonly gone: () => void;
}

/** Getters of Node's streams, which its types have as properties. */
const getters = Object.getOwnPropertyDescriptors(Readable.prototype);
const endedOf = getters.readableEnded.get as (this: Readable) => boolean;
const lengthOf = getters.readableLength.get as (this: Readable) => number;

/**
 * A request whose body can go to a reader as Node's parser hands it over. The events of its stream, which cost as much
 * as the parser does, come back as soon as anybody reads the stream instead.
 */
export class WholeRequest extends IncomingMessage {
  #isDirect = false;
  #hasCome = false;
  #isTaken = false;
  #isWhole = false;
  #reader: BodyReader | null = null;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #limitBytes = 0;

  static {
    Object.defineProperties(this.prototype, {
      // What Node asks before it lets go of a request that was answered.
      readableEnded: {
        get(this: WholeRequest) {
          return this.#isTaken || endedOf.call(this);
        },
      },
      readableLength: {
        get(this: WholeRequest) {
          return this.#heldBytes + lengthOf.call(this);
        },
      },
    });
  }

  /**
   * Keeps the body for a reader, unless something of it has come by now, or somebody reads the stream. Past `limitBytes`
   * the socket is read no further until there is a reader, who must take more than that, or read the stream.
   */
  hold(limitBytes: number): void {
    this.#limitBytes = limitBytes;
    this.#isDirect = !this.#hasCome && this.#reader === null && this.readableFlowing === null;
  }

  /** Hands over what came, and then what comes. @returns whether it does: else the stream has the body. */
  handTo(reader: BodyReader): boolean {
    if (!this.#isDirect) return false;
    this.#reader = reader;
    for (const chunk of this.#held) reader.take(chunk);
    this.#letGo();
    if (this.#isWhole) {
      reader.end();
      this.#leave();
    }
    return true;
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    const reader = this.#reader;
    this.#hasCome = true;
    if (chunk === null) {
      this.#isWhole = true;
      reader?.end();
    } else {
      reader?.take(chunk);
    }
    if (!this.#isDirect) return super.push(chunk, encoding);
    if (reader === null) return chunk !== null && this.#hold(chunk);
    if (chunk === null) this.#leave();
    return true;
  }

  override resume(): this {
    if (this.#isTaken) return this;
    this.#release();
    return super.resume();
  }

  override read(size?: number): unknown {
    if (this.#isTaken) return null;
    this.#release();
    return super.read(size);
  }

  override destroy(error?: Error): this {
    this.#reader?.gone();
    // What came whole was not broken off, whatever becomes of its answer.
    return super.destroy(this.#isTaken ? undefined : error);
  }

  /** @returns whether there is room for more. */
  #hold(chunk: Buffer): boolean {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    return this.#heldBytes <= this.#limitBytes;
  }

  /** Behind the end of what a reader took. */
  #leave(): void {
    if (this.listenerCount("end") + this.listenerCount("close") === 0) {
      this.#isTaken = true;
      return;
    }
    // Somebody waits for the end of the stream: it comes, behind nothing.
    this.#isDirect = false;
    super.push(null);
    super.resume();
  }

  #letGo(): void {
    this.#held = [];
    this.#heldBytes = 0;
  }

  /** Whoever reads the stream gets what no reader had by then; a reader gets the rest as well. */
  #release(): void {
    if (!this.#isDirect) return;
    this.#isDirect = false;
    const held = this.#held;
    this.#letGo();
    for (const chunk of held) super.push(chunk);
    if (this.#isWhole) super.push(null);
  }
}
