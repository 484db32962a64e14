import Sqlite from "better-sqlite3";

/** How often a statement was prepared, and how often SQLite planned it. */
export interface Planning {
  prepared: number;
  planned: number;
}

/**
 * Watches all connections of this process until it is stopped. Whenever SQLite plans a statement again, better-sqlite3
 * compiles a function from its column names. This detects that.
 */
export function watchPlans(): {
  readonly statements: Map<string, Planning>;
  readonly stop: () => void;
} {
  const statements = new Map<string, Planning>();
  const { prepare } = Sqlite.prototype;
  const original = globalThis.Function;
  let running: Planning | null = null;
  globalThis.Function = function count(...names: string[]) {
    if (running !== null) running.planned += 1;
    return original(...names);
  } as unknown as FunctionConstructor;
  Sqlite.prototype.prepare = function watched(this: Sqlite.Database, sql: string) {
    const planning = statements.get(sql) ?? { prepared: 0, planned: 0 };
    statements.set(sql, planning);
    planning.prepared += 1;
    const statement = prepare.call(this, sql);
    for (const method of ["get", "all"] as const) {
      const run = statement[method].bind(statement) as (...values: unknown[]) => never;
      statement[method] = (...values: unknown[]) => {
        running = planning;
        try {
          return run(...values);
        } finally {
          running = null;
        }
      };
    }
    return statement;
  } as typeof prepare;
  const stop = (): void => {
    globalThis.Function = original;
    Sqlite.prototype.prepare = prepare;
  };
  return { statements, stop };
}
