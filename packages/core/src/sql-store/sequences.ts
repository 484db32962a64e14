/** The deliveries of one append: they follow one another without a gap. */
export interface Stored {
  readonly first: number;
  readonly count: number;
}

export function sequencesOf({ first, count }: Stored): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
