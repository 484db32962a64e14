/** A JSON object whose fields are not yet validated. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither `null` nor an array. */
export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * An own field of the object, or `undefined`. Names such as `__proto__` or `constructor` have no special meaning
 * (ruling 5).
 */
export function fieldOf(object: PlainObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether a field is absent: left out, or `null`. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
