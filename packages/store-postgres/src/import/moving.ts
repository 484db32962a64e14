import { entryKinds, type ImportedKind, type ImportState, ParleyError } from "@parley/core";
import type { Client } from "pg";
import type { SchemaPlace } from "../schema/schema.ts";
import { refuseEarlierNodes } from "./import-backends.ts";

/** The state of a move into this schema, and its source. */
export interface Move extends ImportState {
  readonly source: string;
}

interface MoveColumns {
  readonly source: string;
  readonly progress: string;
  readonly finished: boolean;
}

const makeTable =
  "create table moves (source text not null, progress text not null, finished boolean not null)";
const insert = "insert into moves (source, progress, finished) values ($1, $2, false)";
// Nodes that know no owners take their tokens from the first, while they are not refused.
const raiseTokens = `select setval(coalesce(to_regclass('fencing_tokens'), to_regclass('lease_tokens')),
  greatest(next_tokens(), (select max(greatest(fencing_token, parked)) from lanes)))`;
const nothingTaken: ImportedKind = { taken: 0, cursor: null, isComplete: false };

/** `null` when this schema was never the target of a move. */
export async function findMove(client: Client): Promise<Move | null> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('moves') is not null as exists",
  );
  if (tables[0]?.exists !== true) return null;
  const { rows } = await client.query<MoveColumns>("select source, progress, finished from moves");
  return rows[0] === undefined ? null : moveOf(rows[0]);
}

/** Starts a move. From now on no gateway can open the schema. */
export async function beginMove(client: Client, source: string): Promise<Move> {
  const progress = JSON.stringify(nothingMoved());
  await client.query(makeTable);
  // The search index of moved conversations begins anew.
  await client.query(
    "update search_cursor set active_from = 0, marked_at = 0, marked_xid = 0, walked_to = null, walked_at = 0",
  );
  await client.query(insert, [source, progress]);
  return moveOf({ source, progress, finished: false });
}

export async function noteProgress(client: Client, kinds: ImportState["kinds"]): Promise<void> {
  await client.query("update moves set progress = $1", [JSON.stringify(kinds)]);
}

/** Ends a move, so that gateways can open the schema. Their new numbers start above the imported ones. */
export async function finishMove(client: Client): Promise<void> {
  await client.query(raiseTokens);
  await refuseEarlierNodes(client);
  await client.query("update moves set finished = true");
}

/**
 * Keeps a gateway out of a schema whose move is not finished.
 * @throws ParleyError `store-half-moved`.
 */
export async function requireMoved(client: Client, { schema, place }: SchemaPlace): Promise<void> {
  if ((await findMove(client))?.isFinished !== false) return;
  throw new ParleyError(
    "store-half-moved",
    `parley migrate did not finish in schema ${schema} of ${place}: run it again before you start a gateway. It continues where it stopped.`,
  );
}

/** @returns `move-not-empty`. @param found the earlier move into this schema, if any */
export function notEmptyError({ schema, place }: SchemaPlace, found: Move | null): ParleyError {
  const why =
    found === null || found.isFinished
      ? "already holds the data of a gateway: choose another schema or database"
      : "holds an unfinished move from another source, or this source has changed since: start over with --restart, or use the first source";
  return new ParleyError("move-not-empty", `Schema ${schema} of ${place} ${why}.`);
}

/** A move that an earlier version began knows fewer kinds. */
function nothingMoved(): ImportState["kinds"] {
  const kinds = entryKinds.map((kind) => [kind, nothingTaken] as const);
  return Object.fromEntries(kinds) as ImportState["kinds"];
}

function moveOf({ source, progress, finished }: MoveColumns): Move {
  const known = JSON.parse(progress) as Partial<ImportState["kinds"]>;
  return { source, isFinished: finished, kinds: { ...nothingMoved(), ...known } };
}
