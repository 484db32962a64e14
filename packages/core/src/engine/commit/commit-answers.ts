import { ParleyError } from "../../errors.ts";
import { mapped } from "../../mapped.ts";
import type { AppendResult, CommitResult } from "../../ports/stores/message-store.ts";

/** A caller that waits for a commit. */
export interface Waiting<Item, Result> {
  readonly item: Item;
  /** The instant at which it began to wait. */
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Result of an append that the store has stored or refused. */
export type AppendAnswer = Exclude<AppendResult, { status: "unavailable" }>;

/** The items of the waiting callers. */
export function itemsOf<Item>(waiting: readonly { readonly item: Item }[]): readonly Item[] {
  return mapped(waiting, ({ item }) => item);
}

export function answerEach<Given, Result>(
  waiting: readonly Waiting<unknown, Result>[],
  given: readonly Given[],
  read: (one: Given | undefined) => Result,
): void {
  for (let index = 0; index < waiting.length; index += 1) {
    const { resolve, reject } = waiting[index] as Waiting<unknown, Result>;
    try {
      resolve(read(given[index]));
    } catch (error) {
      reject(error);
    }
  }
}

export function appendAnswer(result: AppendResult | undefined): AppendAnswer {
  if (result === undefined)
    throw unavailable(new Error("the store returned no result for an append"));
  if (result.status === "unavailable") throw unavailable(result.cause);
  return result;
}

export function settlementAnswer(
  result: CommitResult["settlements"][number] | undefined,
): "settled" | "stale" {
  if (result === "unavailable")
    throw unavailable(new Error("the store returned no result for a settlement"));
  return result ?? "stale";
}

export function unavailable(cause: unknown): ParleyError {
  const why = "The commit's outcome is unknown. The message may have been stored.";
  return new ParleyError("store-unavailable", why, { retryable: true, cause });
}
