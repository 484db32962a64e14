import fc from "fast-check";
import { Known } from "./known-values.ts";

type Place = readonly (string | number)[];

/** A value with one thing changed: a field is left out, added, or has another value. */
export function changedValues(
  values: fc.Arbitrary<unknown>,
  hostile: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const change = fc.constantFrom("replace", "remove", "add");
  const added = fc.constantFrom("__proto__", "constructor", "toString", "more", "", "a/b", "id");
  return fc
    .tuple(values, fc.nat(), change, hostile, added)
    .map(([value, pick, kind, other, name]) => {
      const places = placesIn(value);
      const place = places[pick % places.length] ?? [];
      if (kind === "replace") return changedAt(value, place, () => other);
      if (kind === "add") return changedAt(value, place, (old) => withField(old, name, other));
      return changedAt(value, place, () => undefined);
    });
}

function placesIn(value: unknown, at: Place = []): readonly Place[] {
  if (typeof value !== "object" || value === null || value instanceof Known) return [at];
  const inside = Object.entries(value).map(([name, item]) => placesIn(item, [...at, name]));
  return [at, ...inside.flat()];
}

function changedAt(value: unknown, place: Place, change: (old: unknown) => unknown): unknown {
  const [first, ...rest] = place;
  if (first === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      String(index) === first ? changedAt(item, rest, change) : item,
    );
  const fields = Object.entries(value as object).map(([name, item]: [string, unknown]) => [
    name,
    name === first ? changedAt(item, rest, change) : item,
  ]);
  return Object.fromEntries(fields) as unknown;
}

function withField(value: unknown, name: string, field: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Known) return [value, field];
  if (Array.isArray(value)) return [...(value as unknown[]), field];
  return Object.fromEntries([...Object.entries(value), [name, field]]) as unknown;
}
