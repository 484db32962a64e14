import { defaultBackend } from "./model/backend-pause.ts";
import type { Verdict } from "./ports/stores/message-store.ts";

/** What a verdict appends to another lane of its conversation. */
export interface FollowUp {
  readonly kind: "reports" | "notices";
  /** Name of the backend that is told. */
  readonly backend: string;
  /** JSON text of a `StoredReport` or a `StoredNotice`. */
  readonly message: string;
}

/** The report or notice that the transaction of a verdict appends; `null`: none. */
export function followUpOf(verdict: Verdict): FollowUp | null {
  if (verdict.kind === "retry") return null;
  const backend = verdict.tells ?? defaultBackend;
  if (verdict.kind === "failed" && verdict.report !== null)
    return { kind: "reports", backend, message: verdict.report };
  if (verdict.kind === "delivered" && verdict.notice !== undefined)
    return { kind: "notices", backend, message: verdict.notice };
  return null;
}
