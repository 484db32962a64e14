/** What a JSON object is before anything is known of it. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither `null` nor an array. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A field of the object's own, `undefined` when there is none: names such as `__proto__` or `constructor` mean
 * nothing special (ruling 5).
 */
export function fieldOf(object: PlainObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether a field says nothing: left out, or `null`. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
