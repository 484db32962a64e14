import type { Owner } from "../model/owner.ts";
import type { SendingBackend } from "../ports/stores/append.ts";

/** Whether an agent app may send in a conversation. Every store calls this in the transaction that appends. */
export function maySend({ backend, fence }: Owner, by: SendingBackend | null): boolean {
  if (by === null) return true;
  const isOwner = backend !== null && by.backends.includes(backend);
  return isOwner && (by.fence === null || by.fence === fence);
}
