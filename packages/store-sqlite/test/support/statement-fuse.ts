import Sqlite from "better-sqlite3";

/**
 * Makes a statement of this process fail: the n-th one before it does anything, or a COMMIT after it is done. Can also
 * call back at each statement.
 */
export class StatementFuse {
  /** Number of failures since the start or the last reset. */
  readonly blown = { before: 0, behindCommit: 0 };
  #left = Number.POSITIVE_INFINITY;
  #isDoubting = false;
  #look: (() => void) | null = null;
  readonly #prepare = Sqlite.prototype.prepare;

  /** Watches every connection opened from now on. */
  constructor() {
    const burn = (sql: string): void => this.#burn(sql);
    const doubt = (sql: string): void => this.#doubt(sql);
    const look = (): void => this.look();
    const prepare = this.#prepare;
    Sqlite.prototype.prepare = function fused(this: Sqlite.Database, sql: string) {
      const statement = prepare.call(this, sql);
      for (const method of ["run", "get", "all"] as const) {
        const run = statement[method].bind(statement) as (...values: unknown[]) => never;
        statement[method] = (...values: unknown[]) => {
          look();
          burn(sql);
          const result = run(...values);
          doubt(sql);
          look();
          return result;
        };
      }
      return statement;
    } as typeof prepare;
  }

  /** `statements`: how many succeed before one fails. */
  light(statements: number): void {
    this.#left = statements;
  }

  /** The next COMMIT takes effect, and then fails. */
  lightBehindCommit(): void {
    this.#isDoubting = true;
  }

  putOut(): void {
    this.#left = Number.POSITIVE_INFINITY;
    this.#isDoubting = false;
  }

  /** Has `look` called before and after every statement but its own; `null` ends that. */
  watch(look: (() => void) | null): void {
    this.#look = look;
  }

  /** Calls what watches. */
  look(): void {
    const look = this.#look;
    this.#look = null;
    look?.();
    this.#look ??= look;
  }

  reset(): void {
    Object.assign(this.blown, { before: 0, behindCommit: 0 });
  }

  remove(): void {
    Sqlite.prototype.prepare = this.#prepare;
  }

  #burn(sql: string): void {
    if (sql === "rollback" || this.#left-- > 0) return;
    this.#blow("before", sql);
  }

  #doubt(sql: string): void {
    if (this.#isDoubting && sql === "commit") this.#blow("behindCommit", sql);
  }

  #blow(when: keyof StatementFuse["blown"], sql: string): never {
    this.putOut();
    this.blown[when] += 1;
    throw new Error(`the disk failed at: ${sql}`);
  }
}
