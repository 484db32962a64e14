import type { Clock } from "@parley/core";
import { AnchoredTime, type TimeSample } from "./anchored-time.ts";
import type { Database } from "./database.ts";
import { statement } from "./statement.ts";

const samplesAtOnce = 5;
const measureEveryMs = 10_000;

const databaseTime = statement(
  "select (extract(epoch from clock_timestamp()) * 1000)::double precision as at",
);

/** A `Clock` anchored to the database, so that all nodes on it agree; measured again every 10 s. */
export class DatabaseClock implements Clock {
  readonly #database: Database;
  readonly #time: AnchoredTime;
  readonly #timer: NodeJS.Timeout;

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

  get isTrusted(): boolean {
    return this.#time.isTrusted;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** While the database cannot be asked, the monotonic clock goes on alone. */
  async #measure(): Promise<void> {
    try {
      this.#time.correct(await samplesOf(this.#database));
    } catch {
      return;
    }
  }
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
