import { canary } from "../../../world/label.ts";
import type { Check } from "../../run.ts";

/** Every text that people wrote holds a canary; so does every error that a platform throws. */
export const privateLogs: Check = {
  name: "private-logs",
  promise:
    "No log line and no event holds a secret or a word of a visitor, an agent or a receiver.",
  find: ({ entries, secrets }) =>
    entries.flatMap((entry) => {
      if (entry.kind !== "log" && entry.kind !== "notice") return [];
      const text = JSON.stringify(entry);
      const isLeak = text.includes(canary) || secrets.some((secret) => text.includes(secret));
      return isLeak ? [`${entry.life} wrote ${text}`] : [];
    }),
};
