import { ParleyError } from "@parley/core";
import type { Schema, SqlStep } from "@parley/core/sql-store";
import { draftTable } from "../drafts/draft-table.ts";

/** The same tables and columns in both databases. better-auth migrates its own tables. */
const tables = (integer: "integer" | "bigint", options: "" | "strict"): string => `
create table setting (name text primary key, value text not null) ${options};
create table presence (
  account_id text primary key,
  available integer not null,
  seen_at ${integer} not null,
  without_page integer not null default 0
) ${options};
create table invitation (
  id text primary key,
  email text not null unique,
  role text not null,
  digest text not null unique,
  created_at ${integer} not null,
  expires_at ${integer} not null,
  issued_by text not null
) ${options};
create table password_link (
  account_id text primary key,
  digest text not null unique,
  expires_at ${integer} not null,
  issued_by text not null
) ${options};`;

/** The lists of the inbox and what each agent has read: ids, sequences and instants only. */
const inboxTables = (integer: "integer" | "bigint", options: "" | "strict"): string => `
create table inbox_entry (
  conversation_id text primary key,
  channel_id text not null,
  last_at ${integer} not null,
  visitor_sequence ${integer} not null,
  visitor_at ${integer} not null,
  waiting_since ${integer},
  failed integer not null
) ${options};
create index inbox_entry_by_activity on inbox_entry (last_at, conversation_id);
create index inbox_entry_by_channel on inbox_entry (channel_id, last_at, conversation_id);
create index inbox_entry_waiting on inbox_entry (last_at, conversation_id) where waiting_since is not null;
create index inbox_entry_failed on inbox_entry (last_at, conversation_id) where failed = 1;
create index inbox_entry_waiting_by_channel on inbox_entry (channel_id, last_at, conversation_id)
  where waiting_since is not null;
create index inbox_entry_failed_by_channel on inbox_entry (channel_id, last_at, conversation_id) where failed = 1;
create table inbox_progress (
  name text primary key,
  indexed_to ${integer} not null
) ${options};
create table inbox_reader (
  account_id text primary key,
  since ${integer} not null
) ${options};
create table read_mark (
  account_id text not null,
  conversation_id text not null,
  sequence ${integer} not null,
  unread integer not null,
  primary key (account_id, conversation_id)
) ${options};
create index read_mark_by_conversation on read_mark (conversation_id);
create index read_mark_unread on read_mark (account_id, conversation_id) where unread = 1;`;

/** `owner_id` is empty for replies that all agents share. */
const cannedReplies = (integer: "integer" | "bigint", options: "" | "strict"): string => `
create table canned_reply (
  id text primary key,
  owner_id text not null,
  shortcut text not null,
  text text not null,
  changed_at ${integer} not null,
  unique (owner_id, shortcut)
) ${options};`;

/** Counts that all nodes share. rate-limiter-flexible chose the columns. */
const attemptLimit = `
create table attempt_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);`;

/** Tables of the second step. */
const second = (integer: "integer" | "bigint", options: "" | "strict"): string =>
  [draftTable, inboxTables, cannedReplies].map((tables) => tables(integer, options)).join("\n");

const ofSqlite: readonly SqlStep[] = [
  { version: 1, oldestReader: 1, sql: tables("integer", "strict") },
  { version: 2, oldestReader: 1, sql: second("integer", "strict") },
];
const ofPostgres: readonly SqlStep[] = [
  { version: 1, oldestReader: 1, sql: tables("bigint", "") + attemptLimit },
  { version: 2, oldestReader: 1, sql: second("bigint", "") },
];

/** The schema of `console.db`. `file`: its path, for messages. */
export function sqliteSchema(file: string): Schema<SqlStep> {
  return {
    steps: ofSqlite,
    olderTable: "setting",
    otherPlace: "another directory",
    refused: ({ explanation }) => unusable(`The console's database ${file} ${explanation}.`),
  };
}

/** The console's schema in PostgreSQL. `place`: the database's address for messages. */
export function postgresSchema(schema: string, place: string): Schema<SqlStep> {
  return {
    steps: ofPostgres,
    olderTable: "console_schema",
    otherPlace: "another schema name for the console",
    refused: ({ explanation }) => unusable(`Schema ${schema} of ${place} ${explanation}.`),
  };
}

function unusable(message: string): ParleyError {
  return new ParleyError("console-database-unusable", message);
}
