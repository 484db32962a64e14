import type { DueEntries, DueRequest } from "@parley/core";
import { claimEntry, strayClaimMs } from "@parley/core/sql-store";
import type { Database } from "../connection/database.ts";
import type { Session } from "../connection/session.ts";
import { type Statement, statement } from "../statements/statement.ts";
import { type EntryColumns, entryColumns, entryOf } from "./entry-rows.ts";

// An array of keys, so that the entries are found by them. A join could read all entries of the instance.
const claim = statement(`with waiting as materialized (select ${entryColumns} from plugin_entries e
    where e.instance = $1 and e.claimable_at <= $2 and (e.expires_at is null or e.expires_at > $2)
    order by e.claimable_at, e.key limit $3 for update of e skip locked),
  claimed as (update plugin_entries
    set claim_token = $4, claim_until = $5, woken = false, claimable_at = $5
    where instance = $1 and key = any(array(select key from waiting)))
  select * from waiting`);
const next = statement(`select claimable_at as at from plugin_entries
  where instance = $1 and claimable_at is not null and claim_token is distinct from $2
    and (expires_at is null or expires_at > $3)
  order by claimable_at, key limit 1`);

const endStray = statement(`with stray as materialized (select e.key from plugin_entries e
    where e.instance = $1 and e.claim_token is not null and e.claim_until > $2 for update of e skip locked)
  update plugin_entries set claim_token = null, claim_until = null, woken = true, claimable_at = 0
    where instance = $1 and key = any(array(select key from stray))`);

type Rows = <Row extends object>(sql: Statement, ...values: (string | number)[]) => Promise<Row[]>;

/** Claims due entries. A call that finds none reads once, and opens no transaction. */
export async function claimDue(
  database: Database,
  request: DueRequest,
  now: number,
): Promise<DueEntries> {
  const read: Rows = (sql, ...values) => database.read(sql, ...values);
  if (request.isFirst) await endStrayClaims(database, request);
  const nextAt = await nextOf(read, request, now);
  if (nextAt === null || nextAt > now) return { entries: [], nextAt };
  return database.write((session) => claimAll(session, request, now));
}

/** Entries that another transaction has locked are changed by it. */
async function endStrayClaims(database: Database, { instance, until }: DueRequest): Promise<void> {
  await database.write(async (session) => session.run(endStray, instance, until + strayClaimMs));
}

/** Entries that another transaction has locked are left to it. They count as the next ones. */
async function claimAll(session: Session, request: DueRequest, now: number): Promise<DueEntries> {
  const { instance, limit, token, until } = request;
  const rows: Rows = (sql, ...values) => session.rows(sql, ...values);
  const [found, nextAt] = await Promise.all([
    rows<EntryColumns>(claim, instance, now, limit, token, until),
    nextOf(rows, request, now),
  ]);
  return { entries: found.map((row) => claimEntry(entryOf(row), token, until)), nextAt };
}

/** The earliest instant of the entries that this request has not claimed. */
async function nextOf(
  rows: Rows,
  { instance, token }: DueRequest,
  now: number,
): Promise<number | null> {
  const [first] = await rows<{ at: number }>(next, instance, token, now);
  return first?.at ?? null;
}
