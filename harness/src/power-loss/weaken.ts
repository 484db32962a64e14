import Sqlite from "better-sqlite3";

/** Watches which database handles this process opens from now on. @returns what forces them to `synchronous=NORMAL`. */
export function weakenLater(): () => void {
  const handles = new Set<Sqlite.Database>();
  const { pragma } = Sqlite.prototype;
  Sqlite.prototype.pragma = function (this: Sqlite.Database, ...words: Parameters<typeof pragma>) {
    handles.add(this);
    return pragma.apply(this, words);
  };
  return () => {
    for (const handle of handles)
      if (handle.open && !handle.inTransaction) handle.pragma("synchronous = normal");
  };
}
