import type { NewOwner, OwnerChange } from "../model/owner.ts";

/** Names of the backends that ever owned a conversation. */
export function everOwners(
  owner: Pick<NewOwner, "backend">,
  changes: readonly Pick<OwnerChange, "from" | "to">[],
): readonly string[] {
  const all = [owner, ...changes.flatMap(({ from, to }) => [from, to])];
  return [...new Set(all.flatMap(({ backend }) => backend ?? []))].sort();
}
