import type { Verdict } from "./ports/stores/message-store.ts";

/** What a verdict appends to another lane of its conversation. */
export interface FollowUp {
  readonly kind: "reports" | "notices";
  /** JSON text of a `StoredReport` or a `StoredNotice`. */
  readonly message: string;
}

/** The report or notice that the transaction of a verdict appends; `null`: none. */
export function followUpOf(verdict: Verdict): FollowUp | null {
  if (verdict.kind === "failed" && verdict.report !== null)
    return { kind: "reports", message: verdict.report };
  if (verdict.kind === "delivered" && verdict.notice !== undefined)
    return { kind: "notices", message: verdict.notice };
  return null;
}
