import { bodyOf, type Shape } from "./body.ts";
import { epochNow, type Told } from "./text.ts";

/** One message: its facts, and the body that contains them. */
export interface Letter {
  readonly told: Told;
  readonly body: string;
}

/** The writers of one connection, in turn. A refused message is repeated unchanged before its writer's next one. */
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

  /** The next message, from the next writer. */
  next(): Letter {
    const writer = this.#writers[this.#turn % this.#writers.length] ?? 0;
    const number = this.#numbers.get(writer) ?? 0;
    this.#turn += 1;
    this.#numbers.set(writer, number + 1);
    const told = { writer, number, sentAt: epochNow() };
    return { told, body: bodyOf(this.#shape, told) };
  }
}
