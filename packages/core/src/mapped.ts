/**
 * As `items.map(make)`, for what may be empty now and then on the way of every message: V8 gives an empty array by `map` another kind
 * than a full one, and makes anew whatever it has optimised for the usual kind.
 */
export function mapped<From, To>(items: readonly From[], make: (item: From) => To): To[] {
  const made: To[] = [];
  for (const item of items) made.push(make(item));
  return made;
}
