import type { OwnerView } from "@parley/admin-express/api";

type Owned = Pick<OwnerView, "backend" | "assignee">;

/** An owner in a table: `support, ann`. */
export function ownerText({ backend, assignee }: Owned): string {
  return assignee === null ? (backend ?? "nobody") : `${backend ?? "nobody"}, ${assignee}`;
}

/** Whether this may be a gateway with several agent apps, or one that has assignees. */
export function isOwnerTold({ backend, assignee }: Owned): boolean {
  return backend !== "default" || assignee !== null;
}
