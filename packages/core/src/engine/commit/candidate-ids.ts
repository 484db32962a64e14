import type { Random } from "../../ports/platform/random.ts";

const characters = 16;

/**
 * Ids for conversations that an append may have to create. Nearly every message finds its conversation, so that its
 * id stays unused and serves a later append.
 */
export class CandidateIds {
  readonly #random: Random;
  readonly #spare: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** An id that no other append holds. */
  take(): string {
    return this.#spare.pop() ?? this.#random.token(characters);
  }

  /** Takes an id back after the store has answered its append without creating a conversation with this id. */
  giveBack(id: string): void {
    this.#spare.push(id);
  }
}
