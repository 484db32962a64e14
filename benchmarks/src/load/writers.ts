import { bodyOf, type Shape } from "./body.ts";
import { epochNow, type Told } from "./text.ts";

/** One message: what its text tells, and the body that carries it. */
export interface Letter {
  readonly told: Told;
  readonly body: string;
}

/**
 * The writers that one connection speaks for, in turn. A message that was refused is repeated as it was, before
 * anything else of its writer.
 */
export class Writers {
  readonly #shape: Shape;
  readonly #writers: readonly number[];
  readonly #numbers: Map<number, number>;
  #turn = 0;

  constructor(shape: Shape, writers: readonly number[], numbers: Map<number, number>) {
    this.#shape = shape;
    this.#writers = writers;
    this.#numbers = numbers;
  }

  get count(): number {
    return this.#writers.length;
  }

  /** The next message, of the next writer. */
  next(): Letter {
    const writer = this.#writers[this.#turn % this.#writers.length] ?? 0;
    const number = this.#numbers.get(writer) ?? 0;
    this.#turn += 1;
    this.#numbers.set(writer, number + 1);
    const told = { writer, number, sentAt: epochNow() };
    return { told, body: bodyOf(this.#shape, told) };
  }
}
