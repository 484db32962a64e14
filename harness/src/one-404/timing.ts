import type { Way } from "./ask.ts";
import type { Stranger, Strangers } from "./strangers.ts";
import { median, separation, type Separation, shiftToldApart } from "./told-apart.ts";

/** A difference that matters: told apart more often than 55 times in 100, by a stranger inside this very process … */
export const margin = 0.05;
/**
 * … and by more microseconds than this. It is what the processor's memory does: the row of one channel lies in a page
 * that was read more lately than another's. On a quiet machine the samples are so alike that even that shows.
 */
export const marginMicros = 0.5;
const roundsPerBatch = 500;
/** Fewer rounds hold too few blocks to resample. */
const leastRounds = 2_000;
const warmUpRounds = 100;
/** From so many of the yardstick's answers it is told how much longer the planted one is to wait here. */
const plantRounds = 1_000;
const plantTries = 3;
/** Surely past `marginMicros`. */
const leastPlantMicros = 2;
const insiderEveryMs = 300;

/** How a stranger compares with the yardstick. */
export interface Comparison extends Separation {
  readonly name: string;
  /** `same`: surely within one of the margins; `different`: surely past both. */
  readonly verdict: "same" | "different" | "undecided";
}

export interface Timing {
  readonly rounds: number;
  readonly yardstickMicros: number;
  /** How much longer the planted one waited. */
  readonly plantMicros: number;
  /** How often it was planted. */
  readonly tries: number;
  readonly strangers: readonly Comparison[];
  readonly planted: Comparison;
}

/** Who is asked as in one run, and by whom a channel is kept in use. */
export interface Cast {
  readonly strangers: readonly Stranger[];
  readonly who: Strangers;
  readonly insider: Way;
  /** Has the planted one wait so many microseconds longer. */
  readonly plant: (micros: number) => void;
}

export interface TimingTerms {
  /** At most, not counting the warm-up. */
  readonly seconds: number;
  /** How much more often than half the planted one is to be told apart. */
  readonly plantedShare: number;
}

/**
 * Asks as every stranger once per round, in random order, until all are decided or the time is up. Anew when
 * nothing is amiss but that the planted one was not found: answers may differ more by now than when it was planted.
 */
export async function timeStrangers(way: Way, cast: Cast, terms: TimingTerms): Promise<Timing> {
  for (let tries = 1; ; tries += 1) {
    const timing = { ...(await timeOnce(way, cast, terms)), tries };
    const { planted, strangers } = timing;
    const isFound = planted.verdict === "different";
    if (isFound || tries === plantTries || strangers.some(({ verdict }) => verdict !== "same"))
      return timing;
  }
}

async function timeOnce(way: Way, cast: Cast, terms: TimingTerms): Promise<Omit<Timing, "tries">> {
  const { yardstick, planted } = cast.who;
  const asked = [yardstick, ...cast.strangers, planted];
  const samples = new Map<Stranger, number[]>(asked.map((stranger) => [stranger, []]));
  await takeRounds(way, cast, asked, warmUpRounds, null);
  const plantMicros = await plantIn(way, cast, asked, terms.plantedShare);
  const until = performance.now() + terms.seconds * 1_000;
  for (;;) {
    await takeRounds(way, cast, asked, roundsPerBatch, samples);
    const first = samples.get(yardstick) ?? [];
    const compare = (stranger: Stranger) =>
      compared(stranger.name, first, samples.get(stranger) ?? []);
    const comparisons = cast.strangers.map(compare);
    const plant = compare(planted);
    const isDecided =
      first.length >= leastRounds &&
      [plant, ...comparisons].every(({ verdict }) => verdict !== "undecided");
    if (isDecided || performance.now() > until)
      return {
        rounds: first.length,
        yardstickMicros: median(first),
        plantMicros,
        strangers: comparisons,
        planted: plant,
      };
  }
}

/** The slower a machine answers, the more its answers differ, and the longer the planted one waits. */
async function plantIn(
  way: Way,
  cast: Cast,
  asked: readonly Stranger[],
  share: number,
): Promise<number> {
  const { yardstick } = cast.who;
  const samples = new Map<Stranger, number[]>([[yardstick, []]]);
  cast.plant(0);
  await takeRounds(way, cast, asked, plantRounds, samples);
  const micros = Math.max(leastPlantMicros, shiftToldApart(samples.get(yardstick) ?? [], share));
  cast.plant(micros);
  return micros;
}

async function takeRounds(
  way: Way,
  { insider, who }: Cast,
  asked: readonly Stranger[],
  rounds: number,
  samples: ReadonlyMap<Stranger, number[]> | null,
): Promise<void> {
  let usedAt = -Infinity;
  for (let round = 0; round < rounds; round += 1) {
    if (performance.now() - usedAt > insiderEveryMs) {
      await insider.ask(who.insider);
      usedAt = performance.now();
    }
    for (const stranger of shuffled(asked)) {
      const micros = await way.ask(stranger);
      samples?.get(stranger)?.push(micros);
    }
  }
}

function compared(name: string, first: readonly number[], second: readonly number[]): Comparison {
  const found = separation(first, second);
  const isSame = isWithin(found.low - 0.5, found.high - 0.5, margin);
  const isClose = isWithin(found.leastShift, found.mostShift, marginMicros);
  const isDifferent =
    isPast(found.low - 0.5, found.high - 0.5, margin) &&
    isPast(found.leastShift, found.mostShift, marginMicros);
  const verdict = isSame || isClose ? "same" : isDifferent ? "different" : "undecided";
  return { name, ...found, verdict };
}

function isWithin(low: number, high: number, bound: number): boolean {
  return low > -bound && high < bound;
}

function isPast(low: number, high: number, bound: number): boolean {
  return low > bound || high < -bound;
}

function shuffled<Item>(items: readonly Item[]): readonly Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
}
