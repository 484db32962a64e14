import { hash } from "node:crypto";
import type { Random } from "@parley/core";

/** Long enough that nobody guesses one, so that a plain digest keeps it. */
const characters = 43;

/** What stands in a link, and what is kept of it. */
export interface OneTimeToken {
  readonly token: string;
  readonly digest: string;
}

export function newOneTimeToken(random: Random): OneTimeToken {
  const token = random.token(characters);
  return { token, digest: digestOf(token) };
}

/** What a token is found by. */
export function digestOf(token: string): string {
  return hash("sha256", token, "hex");
}
