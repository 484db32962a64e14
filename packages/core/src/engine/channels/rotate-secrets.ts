import { type Refusal, refuse } from "../../protocol/refusals.ts";

/** A secret that may expire: a channel secret's digest, or a signing key. */
interface ExpiringSecret {
  /** Epoch milliseconds; `null` while it is the current one. */
  readonly expiresAt: number | null;
}

/** How a new secret is added to the old ones. */
interface Rotation {
  readonly what: "channel secrets" | "signing keys";
  /** Maximum number of valid secrets. */
  readonly limit: number;
  readonly now: number;
  /** How long the current secret stays valid. */
  readonly overlapMs: number;
}

type RotatedSecrets<Secret> =
  | { readonly done: true; readonly value: readonly Secret[] }
  | { readonly done: false; readonly refusal: Refusal };

const secondMs = 1_000;
/** The last instant that a `Date` can hold. `Infinity`, for secrets without expiry, is later. */
const latestInstant = 8_640_000_000_000_000;

/** Formats an instant as `2026-01-31 23:59:59`. */
const instants = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "UTC",
  dateStyle: "short",
  timeStyle: "medium",
});

/** The newest secret, then the old ones that stay valid. Refused when these would be more than `limit`. */
export function rotateSecrets<Secret extends ExpiringSecret>(
  newest: Secret,
  old: readonly Secret[],
  { what, limit, now, overlapMs }: Rotation,
): RotatedSecrets<Secret> {
  const outliving = stillValid(old, now, overlapMs);
  if (outliving.length < limit) return { done: true, value: [newest, ...outliving] };
  const detail = `The channel already has ${outliving.length} valid ${what}. ${firstEnd(old, now)}, or use now (--now), which ends the others at once`;
  return { done: false, refusal: refuse("tooManyCount", { detail }) };
}

/** A refused renewal changes nothing, so each secret keeps its own expiry. */
function firstEnd(old: readonly ExpiringSecret[], now: number): string {
  const ends = old.flatMap(({ expiresAt }) =>
    expiresAt === null || expiresAt <= now ? [] : [expiresAt],
  );
  const first = Math.ceil(Math.min(...ends) / secondMs) * secondMs;
  return first > latestInstant
    ? "Another one can be made when one of them expires"
    : `The first of them expires at ${instants.format(first)} UTC: another one can be made then`;
}

/** The old secrets that stay valid: each until its own expiry, but not longer than the overlap. */
function stillValid<Secret extends ExpiringSecret>(
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
