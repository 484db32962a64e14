import type { DraftBody } from "../../../src/drafts/draft.ts";
import type { DraftView } from "../../../src/drafts/draft-view.ts";
import { call } from "../../api/call.ts";

/** A save of a draft: see API.md. */
export interface SaveBody extends DraftBody {
  readonly id: string;
  readonly device: string;
  readonly base: number;
  readonly without?: number;
  readonly keepsShown?: boolean;
}

/** `saved: false`: the draft was sent meanwhile. */
export type SavedDraft = DraftView & { readonly saved: boolean };

/** The gateway's copies of the agent's drafts. */
export interface DraftApi {
  list(): Promise<readonly DraftView[]>;
  find(conversationId: string): Promise<DraftView>;
  /** `isLast`: the page may be gone before the answer comes. */
  save(conversationId: string, body: SaveBody, isLast: boolean): Promise<SavedDraft>;
}

export const draftApi: DraftApi = {
  list: async () =>
    (await call<{ readonly drafts: readonly DraftView[] }>("GET", "/drafts")).drafts,
  find: (conversationId) => call<DraftView>("GET", pathOf(conversationId)),
  save: (conversationId, body, isLast) =>
    call<SavedDraft>("PUT", pathOf(conversationId), body, {}, { keepalive: isLast }),
};

function pathOf(conversationId: string): string {
  return `/conversations/${encodeURIComponent(conversationId)}/draft`;
}
