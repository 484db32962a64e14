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

/** The key that was given to `send`; `null`: none. */
export function givenKey(stored: string): string | null {
  if (!stored.startsWith(mark)) return stored;
  const end = stored.indexOf(mark, 1);
  const key = stored.slice(end + 1);
  const isOfInstance = end > 1;
  return isOfInstance || key.startsWith(mark) ? key : null;
}
