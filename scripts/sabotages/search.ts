import type { Sabotage } from "../contract/sabotage.ts";

/** What a search may still find, and what it may miss (ruling 21). */
export const searchSabotages: readonly Sabotage[] = [
  {
    id: "search-rows-unlocked",
    file: "packages/store-postgres/src/search/index-messages.ts",
    find: "order by d.conversation, d.sequence for key share of d`",
    replace: "order by d.conversation, d.sequence`",
  },
  {
    id: "search-cursor-ahead",
    file: "packages/store-postgres/src/search/search-cursor.ts",
    find: "found.oldestXid >= found.markedXid;",
    replace: "found.oldestXid > 0;",
  },
  {
    id: "search-entries-left",
    file: "packages/store-sqlite/src/schema/migrations/search-tables.ts",
    find: "  delete from search_messages where rowid = old.position;\n",
    replace: "",
  },
];
