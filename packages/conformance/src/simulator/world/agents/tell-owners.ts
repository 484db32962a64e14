import type { RunContext } from "../run-context.ts";

const all = { before: null, limit: 200 };

/** Records who owns what according to the store at the end, without faults, and which erasures somebody must still hear of. */
export async function tellOwners(world: RunContext): Promise<void> {
  const { conversations, owners, erasures } = await world.stores.open();
  for (const { id: conversationId, erasedAt } of world.ledger.accounts.all.values()) {
    if (erasedAt !== null) continue;
    const conversation = await conversations.find({ id: conversationId });
    const { items } = await owners.history(conversationId, all);
    if (conversation !== null)
      world.see({ kind: "owned", conversationId, owner: conversation.owner, history: items });
  }
  const waiting = await erasures.notices(0, 1_000);
  world.see({
    kind: "untold-erasures",
    conversationIds: waiting.map(({ conversationId }) => conversationId),
  });
}
