/** Instants, each that is at most `lateMs` behind what was due as that instead. Any milliseconds, of one origin. */
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
