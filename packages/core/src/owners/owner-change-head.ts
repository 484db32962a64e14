import type { StoredOwnerChange } from "../model/owner.ts";
import type { Head } from "../ports/stores/message-store.ts";

/** The head of a lane that holds a change of owner before its events. `message`: JSON text of a `StoredOwnerChange`. */
export function ownerChangeHead(message: string): Head {
  const { at } = JSON.parse(message) as StoredOwnerChange;
  return {
    sequence: 0,
    messageSequence: 0,
    message,
    sender: null,
    recipientId: null,
    acceptedAt: at,
  };
}
