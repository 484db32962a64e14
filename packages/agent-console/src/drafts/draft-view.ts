import type { DraftBody, OtherText, StoredDraft } from "./draft.ts";

/** A draft as pages read it. */
export interface DraftView {
  readonly conversationId: string;
  readonly revision: number;
  /** `null`: nothing is written. */
  readonly draft: (DraftBody & { readonly id: string }) | null;
  readonly others: readonly OtherText[];
}

export function viewOfDraft(
  conversationId: string,
  { revision, id, body, others }: StoredDraft,
): DraftView {
  return { conversationId, revision, draft: body === null ? null : { id, ...body }, others };
}
