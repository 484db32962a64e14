import type { Clock } from "@parley/core";
import { AnchoredTime, type TimeSample } from "./anchored-time.ts";
import type { Database } from "./database.ts";
import { statement } from "../statements/statement.ts";

const samplesAtOnce = 5;
const measureEveryMs = 10_000;

/**
 * When the machine's clock has gained more than this on the monotonic clock, it was set, or the machine was suspended.
 */
const leapMs = 200;

const databaseTime = statement(
  "select (extract(epoch from clock_timestamp()) * 1000)::double precision as at",
);

/** A `Clock` anchored to the database, so that all nodes agree. Measured every 10 s. */
export class DatabaseClock implements Clock {
  readonly #database: Database;
  readonly #time: AnchoredTime;
  readonly #timer: NodeJS.Timeout;
  #lead = machineLead();
  #isMeasuring = false;

  private constructor(database: Database, samples: readonly TimeSample[]) {
    this.#database = database;
    this.#time = new AnchoredTime(monotonic, samples);
    this.#timer = setInterval(() => void this.#measure(), measureEveryMs);
    this.#timer.unref();
  }

  /** @throws ParleyError `store-failed`. */
  static async start(database: Database): Promise<DatabaseClock> {
    return new DatabaseClock(database, await samplesOf(database));
  }

  now(): number {
    return this.#time.now();
  }

  /** A suspended machine stops the monotonic clock, so this time is late. It must be measured before the next lease. */
  get isTrusted(): boolean {
    const hasLeapt = Math.abs(machineLead() - this.#lead) > leapMs;
    if (hasLeapt) void this.#measure();
    return !hasLeapt && this.#time.isTrusted;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Without the database, the monotonic clock continues alone. */
  async #measure(): Promise<void> {
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
    const lead = machineLead();
    try {
      this.#time.correct(await samplesOf(this.#database));
      this.#lead = lead;
    } catch {
      return;
    } finally {
      this.#isMeasuring = false;
    }
  }
}

/** How far the machine's clock is ahead of the monotonic clock. */
function machineLead(): number {
  return Date.now() - monotonic();
}

async function samplesOf(database: Database): Promise<readonly TimeSample[]> {
  const samples: TimeSample[] = [];
  for (let sample = 0; sample < samplesAtOnce; sample += 1) {
    const sentAt = monotonic();
    const [row] = await database.read<{ readonly at: number }>(databaseTime);
    samples.push({ sentAt, answeredAt: monotonic(), databaseAt: row?.at ?? Number.NaN });
  }
  return samples;
}

function monotonic(): number {
  return performance.now();
}
