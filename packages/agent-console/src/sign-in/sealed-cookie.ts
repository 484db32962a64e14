import type { Clock } from "@parley/core";
import type { Request, Response } from "express";
import { SealedBox } from "./sealed-box.ts";

export interface SealedCookieOptions {
  readonly name: string;
  readonly path: string;
  /** `lax` when the browser must send it on a redirect from another site. */
  readonly sameSite: "strict" | "lax";
  readonly lifetimeMs: number;
}

/** Settings that all sealed cookies of a console share. */
export interface SealedCookieParts {
  /** The console's secret. */
  readonly secret: string;
  readonly clock: Clock;
  /** The console's public address. With `https:` cookies are sent over TLS only. */
  readonly baseUrl: string;
}

interface Sealed<Value> {
  readonly value: Value;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** A cookie that the browser can neither read nor forge. */
export class SealedCookie<Value> {
  readonly #box: SealedBox;
  readonly #clock: Clock;
  readonly #lifetimeMs: number;
  readonly #name: string;
  readonly #attributes;

  constructor({ secret, clock, baseUrl }: SealedCookieParts, options: SealedCookieOptions) {
    const { name, path, sameSite, lifetimeMs } = options;
    const secure = new URL(baseUrl).protocol === "https:";
    this.#box = new SealedBox(secret, name);
    this.#clock = clock;
    this.#lifetimeMs = lifetimeMs;
    this.#name = secure ? `__Secure-${name}` : name;
    this.#attributes = { path, httpOnly: true, sameSite, secure };
  }

  leave(response: Response, value: Value): void {
    const sealed: Sealed<Value> = { value, until: this.#clock.now() + this.#lifetimeMs };
    response.cookie(this.#name, this.#box.seal(sealed), {
      ...this.#attributes,
      maxAge: this.#lifetimeMs,
    });
  }

  /** `null` when the cookie is missing or expired. */
  read(request: Request): Value | null {
    const name = `${this.#name}=`;
    const cookies = (request.headers.cookie ?? "").split("; ");
    const text = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length) ?? "";
    const sealed = this.#box.open(text) as Sealed<Value> | null;
    return sealed !== null && sealed.until > this.#clock.now() ? sealed.value : null;
  }

  clear(response: Response): void {
    response.clearCookie(this.#name, this.#attributes);
  }
}
