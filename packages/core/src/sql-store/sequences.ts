/** The deliveries of one append; their sequences are consecutive. */
export interface Stored {
  readonly first: number;
  readonly count: number;
}

/** All sequences of an append. */
export function sequencesOf({ first, count }: Stored): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
