import Sqlite from "better-sqlite3";

/** Makes one statement of this process fail, before it has done anything: the n-th since it was lit. */
export class StatementFuse {
  /** How often it has blown. */
  blown = 0;
  #left = Number.POSITIVE_INFINITY;
  readonly #prepare = Sqlite.prototype.prepare;

  /** Watches every connection that is opened from here on. */
  constructor() {
    const burn = (sql: string): void => this.#burn(sql);
    const prepare = this.#prepare;
    Sqlite.prototype.prepare = function fused(this: Sqlite.Database, sql: string) {
      const statement = prepare.call(this, sql);
      for (const method of ["run", "get", "all"] as const) {
        const run = statement[method].bind(statement) as (...values: unknown[]) => never;
        statement[method] = (...values: unknown[]) => {
          burn(sql);
          return run(...values);
        };
      }
      return statement;
    } as typeof prepare;
  }

  /** `statements`: how many go well before one fails. */
  light(statements: number): void {
    this.#left = statements;
  }

  putOut(): void {
    this.#left = Number.POSITIVE_INFINITY;
  }

  remove(): void {
    Sqlite.prototype.prepare = this.#prepare;
  }

  #burn(sql: string): void {
    if (sql === "rollback" || this.#left-- > 0) return;
    this.putOut();
    this.blown += 1;
    throw new Error(`the disk failed at: ${sql}`);
  }
}
