/** What an agent has written and not sent. */
export interface DraftBody {
  readonly text: string;
  /** The open form for files and places. */
  readonly media: {
    readonly type: string;
    readonly fields: Readonly<Record<string, string>>;
  } | null;
}

/** A text that another device's text has replaced. `revision`: the one under which it was shown. */
export interface OtherText extends DraftBody {
  readonly revision: number;
}

/** The draft of one agent in one conversation, as the database keeps it. */
export interface StoredDraft {
  /** Rises with every change. 0: there was none. */
  readonly revision: number;
  readonly sentRevision: number;
  readonly id: string;
  readonly device: string;
  /** `null`: nothing is written. */
  readonly body: DraftBody | null;
  /** Newest first. */
  readonly others: readonly OtherText[];
}

/** A save by a page. */
export interface DraftSave {
  /** New with the first key press after each message. */
  readonly id: string;
  /** The browser, as all its tabs call it. */
  readonly device: string;
  /** The revision that the page has shown before its changes. */
  readonly base: number;
  /** `null`: the agent has cleared it. */
  readonly body: DraftBody | null;
  /** An other text that the agent has chosen or deleted: its revision. */
  readonly without: number | null;
  /** Whether the replaced text becomes an other text. */
  readonly keepsShown: boolean;
}

/** The draft that a message was sent from. */
export interface SentDraft {
  readonly id: string;
  readonly device: string;
  /** The last revision that the page had of it. */
  readonly revision: number;
}

export const noDraft: StoredDraft = Object.freeze({
  revision: 0,
  sentRevision: 0,
  id: "",
  device: "",
  body: null,
  others: [],
});

const othersLimit = 3;

/**
 * The draft after a save; `null` when the save is refused, since the draft was sent meanwhile. Where it meets a change of
 * another device, the later text shows, and the earlier one becomes an other text.
 */
export function saved(now: StoredDraft, save: DraftSave): StoredDraft | null {
  if (save.base < now.sentRevision) return null;
  const meets = save.base < now.revision && now.device !== save.device;
  const left = now.others.filter(({ revision }) => revision !== save.without);
  const isKept = (meets || save.keepsShown) && now.body !== null && !isSame(now.body, save.body);
  return {
    revision: Math.max(now.revision, save.base) + 1,
    sentRevision: now.sentRevision,
    id: save.id,
    device: save.device,
    body: save.body,
    others: isKept ? withOther(left, { ...now.body, revision: now.revision }) : left,
  };
}

/** The draft after a message was sent from it. What another device has written since stays. */
export function sent(now: StoredDraft, { id, device, revision }: SentDraft): StoredDraft {
  const isOld = now.revision <= revision;
  const isSent = isOld || (now.id === id && now.device === device);
  if (!isSent) return { ...now, sentRevision: Math.max(now.sentRevision, revision + 1) };
  const next = Math.max(now.revision, revision) + 1;
  return { ...now, revision: next, sentRevision: next, body: null };
}

function withOther(others: readonly OtherText[], other: OtherText): readonly OtherText[] {
  const further = others.filter((each) => !isSame(each, other));
  return [other, ...further].slice(0, othersLimit);
}

function isSame(one: DraftBody, other: DraftBody | null): boolean {
  if (other === null || one.text !== other.text) return false;
  return JSON.stringify(one.media) === JSON.stringify(other.media);
}
