import { checkedLimit } from "../invalid-argument.ts";

/** The ids of taken messages. Called by a receiver; implemented by your database or by `rememberInMemory`. */
export interface RememberedIds {
  /** Whether this `message.id` was taken. */
  has(id: string): boolean | Promise<boolean>;
  /** Records that the message was taken: `onMessage` has returned. */
  add(id: string): void | Promise<void>;
}

/**
 * Remembers the newest `limit` ids until the process ends. That is enough for redelivery, which ends after 9 s.
 * A message can be delivered twice when the process restarts in between, or when an agent sends it again much
 * later.
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
