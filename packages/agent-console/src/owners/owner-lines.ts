import type { OwnerChange, Owners } from "@parley/core";

/** Changes that are shown in a thread, the newest. */
const shown = 50;

/** A change of a conversation's owner, as a thread shows it. `from` and `to` are names of agent apps; `null`: nobody. */
export interface OwnerLine {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly from: string | null;
  readonly to: string | null;
  /** Who changed it. */
  readonly by: string;
  /** Absent when nothing was said. */
  readonly why?: string;
}

/** The changes of a conversation's owner, oldest first. Changes within one agent app are left out. */
export async function ownerLines(
  owners: Pick<Owners, "history">,
  conversationId: string,
): Promise<readonly OwnerLine[]> {
  const { items } = await owners.history(conversationId, { before: null, limit: shown });
  return items
    .filter(({ from, to }) => from.backend !== to.backend)
    .map(viewOfChange)
    .toReversed();
}

function viewOfChange({ at, from, to, by, why }: OwnerChange): OwnerLine {
  return { at, from: from.backend, to: to.backend, by, ...(why !== null && { why }) };
}
