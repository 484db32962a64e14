/** NUL begins what core adds to keys, and escapes a key that begins with it. */
const mark = "\u0000";

/**
 * An idempotency key as stores keep it: keys of different instances never meet. A key of no instance is kept as it is,
 * unless it begins with NUL.
 */
export function storedKey(instance: string | null, key: string): string {
  if (instance !== null) return `${mark}${instance}${mark}${key}`;
  return key.startsWith(mark) ? `${mark}${mark}${key}` : key;
}

/**
 * The stored key of a message that is split and has none, so that its parts are known as such. No other key is equal:
 * after two marks comes a key that begins with a third.
 * @param token never used twice
 */
export function keyOfParts(token: string): string {
  return `${mark}${mark}parts ${token}`;
}

/** The key that was given to `send`, and the instance that gave it. */
export interface GivenKey {
  readonly instance: string | null;
  readonly key: string;
}

/** Reads a stored key; `null`: no key was given. */
export function givenKey(stored: string): GivenKey | null {
  if (!stored.startsWith(mark)) return { instance: null, key: stored };
  const end = stored.indexOf(mark, 1);
  const key = stored.slice(end + 1);
  if (end > 1) return { instance: stored.slice(1, end), key };
  return key.startsWith(mark) ? { instance: null, key } : null;
}
