import { type Conversations, visitorIdText } from "@parley/core";

const pageSize = 200;

/**
 * Forgets every conversation of one visitor under a channel's public id: the one of today's channel, and those of
 * channels that had the id before they were removed, which only a look through all conversations finds.
 * @returns how many there were
 */
export async function eraseVisitor(
  conversations: Conversations,
  channelId: string,
  visitor: string,
): Promise<number> {
  let erased = 0;
  const current = await conversations.findVisitor(channelId, visitor);
  if (current !== null && (await conversations.erase(current.id))) erased += 1;
  for (let before: string | null = null; ;) {
    const page = await conversations.list({ before, limit: pageSize });
    for (const { id, channelId: at, visitorId } of page.items) {
      const isTheirs = at === channelId && visitorIdText(visitorId) === visitor;
      if (isTheirs && (await conversations.erase(id))) erased += 1;
    }
    if (page.next === null) return erased;
    before = page.next;
  }
}
