import { type Conversations, visitorIdText } from "@parley/core";

const pageSize = 200;

/**
 * Erases all conversations of a visitor under a channel's public id. This includes conversations of removed channels
 * that had the same id. Only a scan of all conversations finds those.
 * @returns the number of erased conversations
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
