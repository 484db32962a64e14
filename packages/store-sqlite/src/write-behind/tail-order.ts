/**
 * @returns the indices of `keys` (integers from 0) in the order of their keys. 53 bits hold a key and an index; equal
 * keys stay in order. This takes a tenth of the time of a sort with a comparison function.
 */
export function orderBy(keys: Float64Array): Float64Array {
  const count = 2 ** Math.ceil(Math.log2(keys.length + 1));
  const mostKey = Math.floor(Number.MAX_SAFE_INTEGER / count);
  const sorted = new Float64Array(keys.length);
  for (let index = 0; index < sorted.length; index += 1)
    sorted[index] = ((keys[index] ?? 0) % mostKey) * count + index;
  sorted.sort();
  for (let index = 0; index < sorted.length; index += 1)
    sorted[index] = (sorted[index] ?? 0) % count;
  return sorted;
}
