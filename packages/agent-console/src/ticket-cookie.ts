import type { Request, Response } from "express";
import type { ConsoleParts } from "./console-parts.ts";
import type { SealedBox } from "./sealed-box.ts";
import type { SignInTicket } from "./single-sign-on.ts";

const lifetimeMs = 10 * 60 * 1_000;
const path = "/console/api/auth/oidc";

type Parts = Pick<ConsoleParts, "clock" | "baseUrl">;

interface SealedTicket extends SignInTicket {
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Leaves the ticket with the browser that begins; another one cannot end what it did not begin. */
export function keepTicket(
  parts: Parts,
  box: SealedBox,
  response: Response,
  ticket: SignInTicket,
): void {
  const sealed: SealedTicket = { ...ticket, until: parts.clock.now() + lifetimeMs };
  response.cookie(nameFor(parts), box.seal(sealed), {
    ...attributesFor(parts),
    maxAge: lifetimeMs,
  });
}

/** `null` when the browser has none, or one that is too old. */
export function ticketOf(parts: Parts, box: SealedBox, request: Request): SignInTicket | null {
  const name = `${nameFor(parts)}=`;
  const cookies = (request.headers.cookie ?? "").split("; ");
  const text = cookies.find((cookie) => cookie.startsWith(name))?.slice(name.length) ?? "";
  const ticket = box.open(text) as SealedTicket | null;
  return ticket !== null && ticket.until > parts.clock.now() ? ticket : null;
}

export function clearTicket(parts: Parts, response: Response): void {
  response.clearCookie(nameFor(parts), attributesFor(parts));
}

function attributesFor(parts: Parts) {
  // Lax, not Strict: the browser must bring it along when the provider sends it back.
  return { path, httpOnly: true, sameSite: "lax", secure: isSecure(parts) } as const;
}

function nameFor(parts: Parts): string {
  return isSecure(parts) ? "__Secure-parley.single_sign_on" : "parley.single_sign_on";
}

function isSecure({ baseUrl }: Parts): boolean {
  return new URL(baseUrl).protocol === "https:";
}
