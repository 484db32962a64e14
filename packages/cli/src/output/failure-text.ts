import type { FailureView } from "@parley/admin-express/api";

/** Why a delivery failed, with the receiver's words in quotes. Not yet safe for a terminal. */
export function failureText(failure: FailureView | null): string {
  if (failure === null) return "";
  return failure.description === undefined
    ? failure.reason
    : `${failure.reason}: “${failure.description}”`;
}
