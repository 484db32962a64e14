import type { OwnerChange, Owners } from "@parley/core";
import type { Ownership } from "./ownership.ts";

/** Changes that are shown in a thread, the newest. */
const shown = 50;

/** A change of a conversation's owner, as a thread shows it. */
export interface OwnerLine {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Name of the agent app that answers from then on; `null`: nobody. */
  readonly to: string | null;
  /** Whether that is the console. */
  readonly isOwn: boolean;
  /** Who changed it. */
  readonly by: string;
  /** Absent when nothing was said. */
  readonly why?: string;
}

export interface OwnerLinesParts {
  readonly owners: Pick<Owners, "history">;
  readonly ownership: Pick<Ownership, "isOwn">;
}

/** The changes of a conversation's owner, oldest first. Changes within one agent app are left out. */
export async function ownerLines(
  { owners, ownership }: OwnerLinesParts,
  conversationId: string,
): Promise<readonly OwnerLine[]> {
  const { items } = await owners.history(conversationId, { before: null, limit: shown });
  return items
    .filter(({ from, to }) => from.backend !== to.backend)
    .map((change) => viewOfChange(change, ownership.isOwn(change.to.backend)))
    .toReversed();
}

function viewOfChange({ at, to, by, why }: OwnerChange, isOwn: boolean): OwnerLine {
  return { at, to: to.backend, isOwn, by, ...(why !== null && { why }) };
}
