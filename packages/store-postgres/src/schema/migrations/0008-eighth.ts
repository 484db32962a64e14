import type { Migration } from "../migration.ts";

/** Index of conversations by owner, newest activity first. Not in it: those of the backend 0 without an assignee. */
export const eighth: Migration = {
  version: 8,
  oldestReader: 1,
  index: {
    name: "conversations_by_owner",
    on: `conversations (coalesce(backend, -1), last_message_at, conversation)
      where backend <> 0 or backend is null or assignee is not null`,
  },
};
