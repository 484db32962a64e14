import { type Refusal, refuse } from "../protocol/refusals.ts";

/** A random string's digest, or a signing key. */
interface Ending {
  /** Epoch milliseconds; `null` while it is the current one. */
  readonly expiresAt: number | null;
}

/** How one more is made beside the old ones. */
interface Renewal {
  readonly what: "random strings" | "signing keys";
  /** Most that may count at once. */
  readonly limit: number;
  readonly now: number;
  /** For how long the current one goes on. */
  readonly overlapMs: number;
}

type Renewed<Secret> =
  | { readonly done: true; readonly value: readonly Secret[] }
  | { readonly done: false; readonly refusal: Refusal };

/** As `2026-01-31 23:59:59`. */
const instants = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "UTC",
  dateStyle: "short",
  timeStyle: "medium",
});

/** The newest, and what outlives it; refused when one of these would have to end before its time. */
export function renewed<Secret extends Ending>(
  newest: Secret,
  old: readonly Secret[],
  { what, limit, now, overlapMs }: Renewal,
): Renewed<Secret> {
  const outliving = stillValid(old, now, overlapMs);
  if (outliving.length < limit) return { done: true, value: [newest, ...outliving] };
  const firstEnd = instants.format(Math.min(...outliving.map(({ expiresAt }) => expiresAt)));
  const detail = `The channel has ${outliving.length} ${what} that still count, and the first of them ends at ${firstEnd} UTC: another can be made then, or with now (--now), which ends the others at once`;
  return { done: false, refusal: refuse("tooManyCount", { detail }) };
}

/** What outlives a rotation: each until its own end, the current one for the overlap. */
function stillValid<Secret extends Ending>(
  secrets: readonly Secret[],
  now: number,
  overlapMs: number,
): (Secret & { readonly expiresAt: number })[] {
  return secrets
    .map((secret) => ({
      ...secret,
      expiresAt: Math.min(secret.expiresAt ?? Infinity, now + overlapMs),
    }))
    .filter(({ expiresAt }) => expiresAt > now);
}
