import * as z from "zod";
import type { Role } from "./accounts.ts";

/** What may be an account's; words for the person who reads the refusal. */
export const passwordRule = "12 to 128 characters are expected";
export const nameRule = "1 to 255 characters are expected";
export const emailRule =
  "an email address in ASCII is expected (an international domain in its xn-- form)";
export const roleRule = "admin or agent is expected";

export function isPassword(value: unknown): value is string {
  return typeof value === "string" && value.length >= 12 && value.length <= 128;
}

/** No text of PostgreSQL's holds this character. */
const nul = "\0";
/** What the library of accounts asks of an email: another one can neither be made an account nor sign in. */
const address = z.email().max(320);

/** §2.2: what goes out as `sender.name`; without the spaces around it. `null` when it cannot be one. */
export function nameFrom(value: unknown): string | null {
  const name = typeof value === "string" ? value.trim() : "";
  const isUsable = name !== "" && name.length <= 255 && name.isWellFormed() && !name.includes(nul);
  return isUsable ? name : null;
}

export function emailFrom(value: unknown): string | null {
  const email = typeof value === "string" ? value.trim().toLowerCase() : "";
  return address.safeParse(email).success ? email : null;
}

export function isRole(value: unknown): value is Role {
  return value === "admin" || value === "agent";
}
