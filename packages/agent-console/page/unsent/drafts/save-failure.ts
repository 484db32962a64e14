import { ApiError, isGone } from "../../api/call.ts";

/** What follows from a save that failed. `later`: it is tried again. */
export type SaveEnd = "erased" | "signed-out" | "refused" | "later";

export function endOf(error: unknown): SaveEnd {
  if (isGone(error)) return "erased";
  if (!(error instanceof ApiError) || error.code === null) return "later";
  if (error.status === 401) return "signed-out";
  return error.status === 429 || error.status >= 500 ? "later" : "refused";
}
