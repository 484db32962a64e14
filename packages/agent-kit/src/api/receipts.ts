import type { DueAnswer, Receipt } from "@parley/core";
import { ApiError } from "./api-error.ts";

/** The receipt of what the app has durably. */
export const taken = Object.freeze({ outcome: "taken" } as const) satisfies Receipt;

/** How long a backend waits after its credentials were refused. */
const unauthorizedPauseMs = 60_000;
/** How many deletions run side by side. */
const atOnce = 8;

/**
 * The receipt that an error of a call stands for: `later` or `rejected`. Refused credentials are a pause of the whole
 * backend for 60 s, and reject nothing.
 * @throws the error itself, if the call failed or it is no `ApiError`: core then tries again
 */
export function receiptOf(error: unknown): Receipt {
  if (!ApiError.is(error)) throw error;
  const { kind, inMs, scope, reason } = error;
  if (kind === "later") return { outcome: "later", inMs, scope };
  if (kind === "unauthorized")
    return { outcome: "later", inMs: unauthorizedPauseMs, scope: "backend" };
  if (kind === "rejected") return { outcome: "rejected", reason };
  throw error;
}

/**
 * When to look again after a call of `due` brought an error: after the pause that the app asked for, or 60 s after refused
 * credentials.
 * @param now epoch milliseconds
 * @param usualMs the pause of an app that does not say how long
 * @throws the error itself, if it asks for no pause
 */
export function dueAfter(error: unknown, now: number, usualMs: number): DueAnswer {
  if (!ApiError.is(error)) throw error;
  if (error.kind === "later") return { dueAt: now + (error.inMs ?? usualMs) };
  if (error.kind === "unauthorized") return { dueAt: now + unauthorizedPauseMs };
  throw error;
}

/**
 * Deletes in the app what belongs to an erased conversation, and answers the notice. What the app no longer has (404,
 * 410) is taken.
 * @param erase deletes one of `items` by a call
 * @throws the first error, once no call is under way
 */
export async function eraseAll<Item>(
  items: readonly Item[],
  erase: (item: Item) => Promise<unknown>,
): Promise<Receipt> {
  for (let from = 0; from < items.length; from += atOnce) {
    const calls = items.slice(from, from + atOnce).map(async (item) => erase(item));
    const ends = await Promise.allSettled(calls);
    const failed = ends.find((end) => end.status === "rejected" && !isGone(end.reason));
    if (failed?.status === "rejected") return receiptOf(failed.reason);
  }
  return taken;
}

function isGone(error: unknown): boolean {
  return ApiError.is(error) && (error.status === 404 || error.status === 410);
}
