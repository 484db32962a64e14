import type { Role } from "./accounts.ts";

/** What may be an account's; words for the person who reads the refusal. */
export const passwordRule = "12 to 128 characters are expected";
export const nameRule = "1 to 255 characters are expected";
export const emailRule = "an email address is expected";
export const roleRule = "admin or agent is expected";

export function isPassword(value: unknown): value is string {
  return typeof value === "string" && value.length >= 12 && value.length <= 128;
}

/** §2.2: what goes out as `sender.name`; without the spaces around it. `null` when it cannot be one. */
export function nameFrom(value: unknown): string | null {
  const name = typeof value === "string" ? value.trim() : "";
  return name === "" || name.length > 255 || !name.isWellFormed() ? null : name;
}

export function emailFrom(value: unknown): string | null {
  const email = typeof value === "string" ? value.trim().toLowerCase() : "";
  return email.length <= 320 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) ? email : null;
}

export function isRole(value: unknown): value is Role {
  return value === "admin" || value === "agent";
}
