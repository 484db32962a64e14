import type { Clock, Conversations } from "@parley/core";
import { type RawBuilder, sql } from "kysely";
import type { ConsoleDatabase, Queries } from "../database/console-database.ts";
import type { LiveEvents } from "../live/live-events.ts";
import {
  type DraftBody,
  type DraftSave,
  noDraft,
  type OtherText,
  saved,
  sent,
  type SentDraft,
  type StoredDraft,
} from "./draft.ts";
import type { Ownership } from "../owners/ownership.ts";
import { type DraftView, viewOfDraft } from "./draft-view.ts";

/** Drafts of one agent. */
const draftsLimit = 200;
/** How long a row without a text is kept. No save is on its way for longer. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

export interface DraftsParts {
  readonly database: Pick<ConsoleDatabase, "queries" | "runForConversation" | "hold">;
  readonly conversations: Pick<Conversations, "find">;
  readonly ownership: Pick<Ownership, "isElsewhere">;
  readonly live: Pick<LiveEvents, "mention">;
  readonly clock: Clock;
}

/** `saved`: whether the save was taken. If not, the draft was sent meanwhile. */
export type SaveAnswer = (DraftView & { readonly saved: boolean }) | "erased" | "too-many";

/** Agents' drafts, copied from their pages, so that a draft follows its agent to another device. */
export class Drafts {
  readonly #parts: DraftsParts;

  constructor(parts: DraftsParts) {
    this.#parts = parts;
  }

  /** Every conversation in which the agent has written something. */
  async list(accountId: string): Promise<readonly DraftView[]> {
    const { database, clock } = this.#parts;
    await sql`delete from draft where account_id = ${accountId} and body is null and others = '[]'
      and saved_at < ${clock.now() - keptMs}`.execute(database.queries);
    const { rows } = await sql<Row>`${columns} where account_id = ${accountId}
      and (body is not null or others <> '[]') order by saved_at desc`.execute(database.queries);
    return rows.map((row) => viewOfDraft(row.conversation_id, draftOf(row)));
  }

  async find(accountId: string, conversationId: string): Promise<DraftView> {
    const draft = await read(this.#parts.database.queries, accountId, conversationId);
    return viewOfDraft(conversationId, draft);
  }

  async save(accountId: string, conversationId: string, save: DraftSave): Promise<SaveAnswer> {
    const { database } = this.#parts;
    const answer = await database.runForConversation<SaveAnswer>(
      conversationId,
      async (queries) => {
        // Within the lock that the notice of an erasure waits for. So nothing is written after it.
        if (!(await this.#exists(conversationId))) return "erased";
        const now = await read(queries, accountId, conversationId);
        const next = saved(now, save);
        if (next === null) return { ...viewOfDraft(conversationId, now), saved: false };
        const isNew = isEmpty(now) && !isEmpty(next);
        if (isNew) {
          // New drafts for two conversations must not both be the last one.
          await database.hold(queries, `drafts of ${accountId}`);
          if (await isFull(queries, accountId)) return "too-many";
        }
        await this.#write(queries, accountId, conversationId, next);
        return { ...viewOfDraft(conversationId, next), saved: true };
      },
    );
    if (typeof answer === "object" && answer.saved)
      this.#tell(accountId, conversationId, answer.revision);
    return answer;
  }

  /** A message was sent from a draft. May be called again for the same message. */
  async sent(accountId: string, conversationId: string, draft: SentDraft): Promise<void> {
    const { database } = this.#parts;
    const revision = await database.runForConversation(conversationId, async (queries) => {
      if (!(await this.#exists(conversationId))) return null;
      const next = sent(await read(queries, accountId, conversationId), draft);
      await this.#write(queries, accountId, conversationId, next);
      return next.revision;
    });
    if (revision !== null) this.#tell(accountId, conversationId, revision);
  }

  /** What was written for a conversation that another agent app answers by now is kept. */
  async #exists(conversationId: string): Promise<boolean> {
    const { conversations, ownership } = this.#parts;
    const found = await conversations.find(conversationId);
    return found !== null || ownership.isElsewhere(conversationId);
  }

  async #write(
    queries: Queries,
    accountId: string,
    conversationId: string,
    { revision, sentRevision, id, device, body, others }: StoredDraft,
  ): Promise<void> {
    // JSON, since PostgreSQL cannot store NUL, and neither database lone surrogates.
    const text = body === null ? null : JSON.stringify(body);
    await sql`insert into draft (account_id, conversation_id, revision, sent_revision, saved_at, draft_id, device, body, others)
      values (${accountId}, ${conversationId}, ${revision}, ${sentRevision}, ${this.#parts.clock.now()}, ${id}, ${device}, ${text}, ${JSON.stringify(others)})
      on conflict (account_id, conversation_id) do update set revision = excluded.revision,
        sent_revision = excluded.sent_revision, saved_at = excluded.saved_at, draft_id = excluded.draft_id,
        device = excluded.device, body = excluded.body, others = excluded.others`.execute(queries);
  }

  #tell(accountId: string, conversationId: string, revision: number): void {
    this.#parts.live.mention({ type: "draft", data: { accountId, conversationId, revision } });
  }
}

/** Deletes every agent's draft of an erased conversation. @returns whether there was any text. */
export async function eraseDrafts(queries: Queries, conversationId: string): Promise<boolean> {
  const { rows } = await sql`delete from draft where conversation_id = ${conversationId}
    returning account_id`.execute(queries);
  return rows.length > 0;
}

interface Row {
  readonly conversation_id: string;
  readonly revision: number;
  readonly sent_revision: number;
  readonly draft_id: string;
  readonly device: string;
  readonly body: string | null;
  readonly others: string;
}

const columns: RawBuilder<unknown> = sql`select conversation_id, revision, sent_revision, draft_id, device, body, others from draft`;

async function read(
  queries: Queries,
  accountId: string,
  conversationId: string,
): Promise<StoredDraft> {
  const { rows } = await sql<Row>`${columns} where account_id = ${accountId}
    and conversation_id = ${conversationId}`.execute(queries);
  return rows[0] === undefined ? noDraft : draftOf(rows[0]);
}

function isEmpty({ body, others }: StoredDraft): boolean {
  return body === null && others.length === 0;
}

async function isFull(queries: Queries, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ readonly n: number }>`select count(*) as n from draft
    where account_id = ${accountId} and (body is not null or others <> '[]')`.execute(queries);
  return Number(rows[0]?.n) >= draftsLimit;
}

function draftOf({
  revision,
  sent_revision: sentRevision,
  draft_id: id,
  ...row
}: Row): StoredDraft {
  const body = row.body === null ? null : (JSON.parse(row.body) as DraftBody);
  const others = JSON.parse(row.others) as readonly OtherText[];
  return { revision, sentRevision, id, device: row.device, body, others };
}
