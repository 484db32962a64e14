import type { Claim, WriteCondition } from "../model/plugin-entry.ts";

/** A change of one entry, checked. */
export type StateWrite =
  | {
      readonly kind: "put";
      readonly key: string;
      /** JSON text. */
      readonly value: string;
      /** This and the next two: `undefined` keeps what the entry has. */
      readonly conversationId: string | null | undefined;
      readonly due: number | null | undefined;
      readonly expiresAt: number | null | undefined;
      readonly when: WriteCondition;
    }
  | { readonly kind: "delete"; readonly key: string; readonly when: WriteCondition }
  /** Makes the entry due now. Without an entry it does nothing. */
  | { readonly kind: "wake"; readonly key: string }
  /** The due call goes on until this instant. */
  | { readonly kind: "renew"; readonly claim: Claim; readonly until: number }
  /** The due call has ended. */
  | {
      readonly kind: "end";
      readonly claim: Claim;
      readonly due: number | null;
      /** JSON text; left out, the entry keeps its value. */
      readonly value?: string;
      readonly hasFailed: boolean;
    }
  /** The due call has ended, and the entry is deleted, unless it was woken meanwhile: then it is due again. */
  | { readonly kind: "gone"; readonly claim: Claim }
  /** The due call has ended with the gateway: the entry is due again at once. */
  | { readonly kind: "release"; readonly claim: Claim };

/** How much one instance may keep. */
export interface StateLimits {
  readonly entries: number;
  /** UTF-8 bytes of keys and values. */
  readonly bytes: number;
}

/** The writes of one call of one instance: all or nothing. */
export interface StateBatch {
  readonly instance: string;
  readonly writes: readonly StateWrite[];
  readonly limits: StateLimits;
}

/** Keys of the entries that a batch reads. */
export function keysOf({ writes }: StateBatch): readonly string[] {
  const keys = writes.flatMap((write) => {
    if ("claim" in write) return [write.claim.key];
    const claim = "when" in write ? write.when.claim : undefined;
    return claim === undefined ? [write.key] : [write.key, claim.key];
  });
  return [...new Set(keys)];
}
