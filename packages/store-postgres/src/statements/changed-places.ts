import type { Answer } from "../connection/pipeline.ts";

/** Which of the rows that a statement was given, each with its place among them, it has changed something by. */
export function changedPlaces({ rows }: Answer): ReadonlySet<number> {
  return new Set((rows as readonly { readonly place: number }[]).map(({ place }) => place));
}
