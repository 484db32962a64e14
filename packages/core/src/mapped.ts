/**
 * Like `items.map(make)`, for arrays on the message path that are sometimes empty. V8 gives the empty result of
 * `map` another array kind than a full one, and then discards the code optimised for the usual kind.
 */
export function mapped<From, To>(items: readonly From[], make: (item: From) => To): To[] {
  const made: To[] = [];
  for (const item of items) made.push(make(item));
  return made;
}
