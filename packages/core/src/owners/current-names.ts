import type { Append } from "../ports/stores/append.ts";

/**
 * The append with the names that its backends have now. A store calls this before it writes anything.
 * @param currentName the name of the backend that is meant; it throws for a name that was never opened
 */
export function withCurrentNames(append: Append, currentName: (name: string) => string): Append {
  if (append.kind === "outbound") return append;
  if (append.kind !== "owner") {
    const backend = currentName(append.backend);
    return backend === append.backend ? append : { ...append, backend };
  }
  const { backend, assignee } = append.to;
  const to = { backend: backend === null ? null : currentName(backend), assignee };
  return { ...append, to, ifWaiting: currentName(append.ifWaiting) };
}
