import { laneKinds } from "../../model/lane.ts";
import type { MessageStore } from "../../ports/stores/message-store.ts";
import { groupOf } from "./lane-group.ts";
import type { LeaseBook } from "./lease-book.ts";

/** The instant at which the next lane is due for which this node has room; infinity: there is none. */
export async function nextDueAt(
  store: Pick<MessageStore, "nextDueAt">,
  book: Pick<LeaseBook, "backends" | "hasRoom">,
): Promise<number> {
  const instants = book.backends.map(async (backend) => {
    const due = await store.nextDueAt(backend);
    const open = laneKinds.filter((kind) => book.hasRoom(groupOf(kind, backend)));
    return Math.min(...open.map((kind) => due[kind] ?? Number.POSITIVE_INFINITY));
  });
  return Math.min(...(await Promise.all(instants)));
}
