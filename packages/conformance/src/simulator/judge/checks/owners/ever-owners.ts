import type { ConversationAccount } from "../../delivery.ts";

/** Names of the agent apps that ever owned a conversation, according to the store's answers. */
export function everOwners({ owner, changes }: ConversationAccount): readonly string[] {
  const all = [owner.backend, ...changes.flatMap(({ from, to }) => [from.backend, to.backend])];
  return [...new Set(all.flatMap((backend) => backend ?? []))];
}
