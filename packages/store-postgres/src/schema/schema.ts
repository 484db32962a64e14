import { type Schema, storeRefusal } from "@parley/core/sql-store";
import type { Migration } from "./migration.ts";
import { first } from "./migrations/0001-first.ts";
import { second } from "./migrations/0002-second.ts";
import { third } from "./migrations/0003-third.ts";
import { fourth } from "./migrations/0004-fourth.ts";
import { fifth } from "./migrations/0005-fifth.ts";
import { sixth } from "./migrations/0006-sixth.ts";
import { seventh } from "./migrations/0007-seventh.ts";
import { eighth } from "./migrations/0008-eighth.ts";

/** Location of the schema: its name, and the database's address for messages. */
export interface SchemaPlace {
  readonly schema: string;
  readonly place: string;
}

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [
  first,
  second,
  third,
  fourth,
  fifth,
  sixth,
  seventh,
  eighth,
];

/** The first version with owners. */
export const ownersVersion = eighth.version;

/** Refusals are `store-newer`, `store-older` and `store-foreign`. */
export function schemaAt(
  { schema, place }: SchemaPlace,
  steps: readonly Migration[],
): Schema<Migration> {
  return {
    steps,
    olderTable: "channel_keys",
    otherPlace: "another schema name",
    refused: (refusal) => storeRefusal(`Schema ${schema} of ${place}`, refusal),
  };
}
