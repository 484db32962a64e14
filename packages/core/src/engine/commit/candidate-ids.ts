import type { Random } from "../../ports/platform/random.ts";

const characters = 16;

/**
 * Ids for conversations that may have to be made. Nearly every message finds its conversation there, and then the id that
 * it brought is as new as before: it serves another one.
 */
export class CandidateIds {
  readonly #random: Random;
  readonly #spare: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** One that nobody else has. */
  take(): string {
    return this.#spare.pop() ?? this.#random.token(characters);
  }

  /** Of an append that the store has answered, and that made no conversation of this id. */
  giveBack(id: string): void {
    this.#spare.push(id);
  }
}
