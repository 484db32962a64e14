/** Replaces every instant that is at most `lateMs` late by its due instant. Both lists have one origin, in milliseconds. */
export function roundToDue(
  instants: readonly number[],
  due: readonly number[],
  lateMs: number,
): readonly number[] {
  return instants.map((instant, index) => {
    const planned = due[index] ?? Number.NaN;
    return instant >= planned && instant <= planned + lateMs ? planned : instant;
  });
}
