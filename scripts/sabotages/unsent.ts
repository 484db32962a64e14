import type { Sabotage } from "../contract/sabotage.ts";

const place = "packages/agent-console/page/unsent";

/** Replies that the console's page keeps while the gateway does not have them (ruling 17). */
export const unsentSabotages: readonly Sabotage[] = [
  {
    id: "unsent-lost",
    file: `${place}/send-queue.ts`,
    find: "fail(store, message, wordsOf(error), mayHaveArrived(error));",
    replace: "store.removeMessage(key);",
  },
  {
    id: "unsent-page-only",
    file: `${place}/unsent-store.ts`,
    find: "for (const name of storage.names()) this.#load(name);",
    replace: "",
  },
  {
    id: "unsent-unmarked",
    file: `${place}/unsent-state.ts`,
    find: 'if (messages.some((message) => message.state === "failed")) return "failed";',
    replace: "",
  },
];
