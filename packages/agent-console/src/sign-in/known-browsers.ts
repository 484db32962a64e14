import type { Random } from "@parley/core";
import type { Request, Response } from "express";
import type { People } from "../accounts/people.ts";
import type { SealedCookie, SealedCookieOptions } from "./sealed-cookie.ts";

/** Browsers keep a cookie for about a year at most. Each sign-in renews it. */
export const knownBrowserCookie: SealedCookieOptions = {
  name: "parley.known_browser",
  path: "/console/api",
  sameSite: "strict",
  lifetimeMs: 365 * 24 * 60 * 60 * 1_000,
};

/** The cookie left in a browser after a sign-in. */
export interface KnownBrowser {
  readonly id: string;
  readonly accountId: string;
}

/**
 * Recognises browsers in which an account signed in before. So wrong passwords from strangers cannot lock out its
 * owner.
 */
export class KnownBrowsers {
  readonly #cookie: SealedCookie<KnownBrowser>;
  readonly #people: People;
  readonly #random: Random;

  constructor(cookie: SealedCookie<KnownBrowser>, people: People, random: Random) {
    this.#cookie = cookie;
    this.#people = people;
    this.#random = random;
  }

  /** Replaces the account that signed in there last. */
  remember(response: Response, accountId: string): void {
    this.#cookie.leave(response, { id: this.#random.token(16), accountId });
  }

  /** The browser's id; `null` when another account signed in last, or the account is disabled. */
  async find(request: Request, email: string): Promise<string | null> {
    const known = this.#cookie.read(request);
    const person = known === null ? null : await this.#people.find(known.accountId);
    const isOwn = person !== null && !person.disabled && person.email === email.toLowerCase();
    return isOwn && known !== null ? known.id : null;
  }
}
