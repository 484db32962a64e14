import type { ReactElement } from "react";
import { SafeLink } from "../ui/safe-link.tsx";
import { useFirstMinute } from "./first-minute-context.ts";

/** Shown while there is no conversation. */
export function EmptyInbox(): ReactElement {
  const shopUrl = useFirstMinute().view?.shopUrl ?? null;
  return (
    <p className="empty empty-inbox muted" data-testid="empty-list">
      {"No conversations yet. "}
      {shopUrl === null ? (
        "Visitors' messages show up here."
      ) : (
        <SafeLink href={shopUrl}>Write the first message in the shop</SafeLink>
      )}
    </p>
  );
}
