import * as z from "zod";
import type { Role } from "./accounts.ts";

/** Rules for an account's fields, worded for the error message that a person reads. */
export const passwordRule = "12 to 128 characters are expected";
export const nameRule = "1 to 255 characters are expected";
export const emailRule =
  "an email address in ASCII is expected (an international domain in its xn-- form)";
export const roleRule = "admin or agent is expected";

export function isPassword(value: unknown): value is string {
  return typeof value === "string" && value.length >= 12 && value.length <= 128;
}

/** PostgreSQL cannot store this character in a text. */
const nul = "\0";
/** The same rule as better-auth's: an account with any other email could never sign in. */
const address = z.email().max(320);

/** Trims a name for use as `sender.name` (§2.2). `null` when it is not a valid name. */
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
