import type { Append } from "../../ports/stores/message-store.ts";

/** Size of the bodies in UTF-16 code units, which is accurate enough for a limit. */
export function appendSize(append: Append): number {
  if (append.kind === "again") return 0;
  let units = 0;
  for (const message of append.messages) units += message.length;
  return units;
}
