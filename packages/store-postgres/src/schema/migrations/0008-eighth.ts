import type { Migration } from "../migration.ts";

/** Conversations by owner, newest activity first. Those of the backend 0 without an assignee are the rest. */
export const eighth: Migration = {
  version: 8,
  oldestReader: 1,
  index: {
    name: "conversations_by_owner",
    on: `conversations (coalesce(backend, -1), last_message_at, conversation)
      where backend <> 0 or backend is null or assignee is not null`,
  },
};
