import type { Totals } from "./marks/totals.ts";

const everyMs = 2_000;

/** Prints progress on stderr every two seconds. */
export class Progress {
  readonly #what: string;
  readonly #of: number | null;
  readonly #startedAt = Date.now();
  #toldAt = Date.now();

  /** `of`: the total number; `null` when a time limit decides. */
  constructor(what: string, of: number | null) {
    this.#what = what;
    this.#of = of;
  }

  tell({ seeds, deliveries, violations }: Totals): void {
    const now = Date.now();
    if (now - this.#toldAt < everyMs) return;
    this.#toldAt = now;
    const share = this.#of === null ? String(seeds) : `${seeds}/${this.#of}`;
    const seconds = Math.round((now - this.#startedAt) / 1_000);
    process.stderr.write(
      `${seconds} s: ${share} ${this.#what}, ${deliveries} deliveries, ${violations} violations\n`,
    );
  }
}
