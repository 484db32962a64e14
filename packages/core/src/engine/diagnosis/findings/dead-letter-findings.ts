import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { DeadLetter } from "../../../ports/stores/dead-letter-store.ts";
import type { EngineParts } from "../../engine-parts.ts";
import { agentAppText } from "./agent-app-text.ts";
import { okFinding, warningFinding } from "./findings.ts";

/** With several agent apps, the newest dead letters whose owners are looked up. */
const namedLimit = 50;

/** Whether visitors' messages were set aside. Rejects with the store's error. */
export async function deadLetterFindings(parts: EngineParts): Promise<readonly Finding[]> {
  const { deadLetters, backends } = parts;
  const limit = backends.length === 1 ? 1 : namedLimit;
  const { items } = await deadLetters.list({ before: null, limit });
  if (items.length === 0) return [okFinding("dead-letters", "No visitor message was set aside.")];
  if (backends.length === 1) return [single];
  const owners = await ownersOf(items, parts);
  return owners.map((owner) => {
    if (owner === null) return ownerless;
    const app = agentAppText(owner, backends);
    return warningFinding(
      "dead-letters",
      `At least one visitor message of a conversation of ${app} was set aside, because it could not be taken.`,
      `Look at it (\`parley dead-letters list\`), and redeliver it once ${app} can take it.`,
    );
  });
}

const single = warningFinding(
  "dead-letters",
  "At least one visitor message was set aside, because the agent app could not take it.",
  "Look at it (`parley dead-letters list`), and redeliver it once the agent app can take it.",
);

const ownerless = warningFinding(
  "dead-letters",
  "At least one visitor message of a conversation without an owner was set aside, because it could not be taken.",
  "Look at it (`parley dead-letters list`), and redeliver it: it goes to the agent app that is chosen then.",
);

/** Names of the backends that own the conversations now, since they get what is redelivered. */
async function ownersOf(
  letters: readonly DeadLetter[],
  { owners }: EngineParts,
): Promise<readonly (string | null)[]> {
  const ids = [...new Set(letters.map(({ conversationId }) => conversationId))];
  const found = await Promise.all(ids.map((id) => owners.find(id)));
  const names = new Set(found.flatMap((owner) => (owner === null ? [] : [owner.backend])));
  return [...names].toSorted((one, other) => (one ?? "").localeCompare(other ?? ""));
}
