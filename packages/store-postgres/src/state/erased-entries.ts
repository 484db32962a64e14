import type { ErasedEntries, StoredEntry } from "@parley/core";
import type { Database } from "../connection/database.ts";
import type { Session } from "../connection/session.ts";
import { statement } from "../statements/statement.ts";
import { deleteEntries, deletionIf } from "./delete-entries.ts";
import { type EntryColumns, entryColumns, entryOf, type EntryPlace } from "./entry-rows.ts";

const lock = statement(`select 1 as one from plugin_entries e
  where e.conversation_id = $1 and not e.erased order by e.instance, e.key for update`);
const close = statement(`update plugin_entries
  set erased = true, claim_token = null, claim_until = null, claimable_at = null
  where conversation_id = $1 and not erased`);
const ofInstance = statement(`select ${entryColumns} from plugin_entries e
  where e.conversation_id = $1 and e.instance = $2 and e.erased order by e.key limit $3`);
const ofOthers = statement(`select instance, key from plugin_entries
  where conversation_id = $1 and erased and instance <> all($2::text[])`);
const remove = deletionIf("e.erased and e.conversation_id = $3");

/**
 * Closes what plugins keep about a conversation. Call it in the transaction that erases the conversation, after its
 * row is deleted: a batch locks the conversation first, and then its entries.
 */
export function closeEntries(session: Session, conversationId: string): void {
  session.run(lock, conversationId);
  session.run(close, conversationId);
}

/** The first `limit` closed entries of an instance, in the order of their keys. */
export async function erasedEntries(
  database: Database,
  instance: string,
  conversationId: string,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const rows = await database.read<EntryColumns>(ofInstance, conversationId, instance, limit);
  return rows.map(entryOf);
}

/** Deletes closed entries in one transaction. No new ones come: their conversation is gone. */
export async function removeErased(
  database: Database,
  conversationId: string,
  which: ErasedEntries,
): Promise<void> {
  await database.write(async (session) => {
    const places = await placesOf(session, conversationId, which);
    await deleteEntries(session, places, remove, conversationId);
  });
}

async function placesOf(
  session: Session,
  conversationId: string,
  which: ErasedEntries,
): Promise<readonly EntryPlace[]> {
  if ("of" in which) return which.keys.map((key) => ({ instance: which.of, key }));
  return session.rows<EntryPlace>(ofOthers, conversationId, which.ofAllBut);
}
