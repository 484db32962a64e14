import { canary } from "../../../world/label.ts";
import type { Check } from "../../run.ts";

/** Every text of a person and every error of the platform holds a canary. */
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
