/**
 * One row for each agent and conversation. `body`: null once it was sent or cleared; the row stays, so that its revision
 * goes on. `sent_revision`: saves that are based on an earlier one are refused. `device`: the browser that wrote `body`.
 */
export const draftTable = (integer: "integer" | "bigint", options: "" | "strict"): string => `
create table draft (
  account_id text not null,
  conversation_id text not null,
  revision ${integer} not null,
  sent_revision ${integer} not null,
  saved_at ${integer} not null,
  draft_id text not null,
  device text not null,
  body text,
  others text not null,
  primary key (account_id, conversation_id)
) ${options};
create index draft_by_conversation on draft (conversation_id);`;
