import type { SeededRandom } from "../../harness/src/hostile-input/seeded-random.ts";

/** Few conversations are long, as in a real inbox: the logarithm of their lengths is spread normally. */
const spread = 1.2;

/** How many conversations and messages there are in all, and how many messages the first conversation has, if given. */
export interface Size {
  readonly conversations: number;
  readonly messages: number;
  readonly first: number | null;
}

/** How many messages each conversation has: at least one. */
export function lengthsOf(size: Size, random: SeededRandom): readonly number[] {
  const { conversations, messages, first } = size;
  if (first === null) return spreadLengths(conversations, messages, random);
  return [first, ...spreadLengths(conversations - 1, messages - first, random)];
}

function spreadLengths(
  conversations: number,
  messages: number,
  random: SeededRandom,
): readonly number[] {
  const weights = Array.from({ length: conversations }, () => Math.exp(spread * normal(random)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const toShare = messages - conversations;
  let weighed = 0;
  let shared = 0;
  return weights.map((weight, index) => {
    weighed += weight;
    const isLast = index === conversations - 1;
    const until = isLast ? toShare : Math.min(toShare, Math.floor((toShare * weighed) / sum));
    const length = 1 + until - shared;
    shared = until;
    return length;
  });
}

/** Box and Muller's way to a normal variable. */
function normal(random: SeededRandom): number {
  const steps = 2 ** 30;
  const [one, other] = [(random.below(steps) + 1) / steps, random.below(steps) / steps];
  return Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other);
}
