import type { OwnerAppend } from "@parley/core";

/** A change of owner under the first fence, of which no backend is told. */
export function anOwnerAppend(
  conversationId: string,
  to: OwnerAppend["to"],
  changes: Partial<OwnerAppend> = {},
): OwnerAppend {
  return {
    kind: "owner",
    conversationId,
    fence: 0,
    to,
    ifWaiting: "default",
    name: "assigned",
    by: "operator",
    why: null,
    tellsNew: false,
    tellsOld: false,
    ...changes,
  };
}
