import { hash } from "node:crypto";
import type { Random } from "@parley/core";

/** Too long to guess, so a plain digest is safe. */
const characters = 43;

/** The token for the link, and the digest to store. */
export interface OneTimeToken {
  readonly token: string;
  readonly digest: string;
}

export function newOneTimeToken(random: Random): OneTimeToken {
  const token = random.token(characters);
  return { token, digest: digestOf(token) };
}

/** The key under which a token is stored. */
export function digestOf(token: string): string {
  return hash("sha256", token, "hex");
}
