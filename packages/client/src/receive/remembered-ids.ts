import { checkedLimit } from "../invalid-argument.ts";

/** Which messages were taken; called by a receiver, implemented by a database of yours or `rememberInMemory`. */
export interface RememberedIds {
  /** Whether this `message.id` was taken. */
  has(id: string): boolean | Promise<boolean>;
  /** It was taken: `onMessage` has returned. */
  add(id: string): void | Promise<void>;
}

/**
 * Remembers the newest `limit` ids until the process ends. Enough for redelivery, which is over after 9 s; a restart in
 * between may let one message through twice, and so may "send again" much later.
 * @throws ParleyClientError `invalid-argument`
 */
export function rememberInMemory(limit = 10_000): RememberedIds {
  const most = checkedLimit("limit", limit);
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add: (id) => {
      ids.delete(id);
      ids.add(id);
      for (const oldest of ids) {
        if (ids.size <= most) break;
        ids.delete(oldest);
      }
    },
  };
}
