import type { Answer } from "../connection/pipeline.ts";

/** The indices of the given rows for which a statement changed something. */
export function changedPlaces({ rows }: Answer): ReadonlySet<number> {
  return new Set((rows as readonly { readonly place: number }[]).map(({ place }) => place));
}
