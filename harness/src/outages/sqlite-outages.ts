import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { FaultControl, FileFaults } from "./fault-control.ts";
import type { Outage } from "./outage.ts";

/** What can befall the file that an SQLite store keeps. */
export function sqliteOutages(control: FaultControl, directory: string): Outage[] {
  return [
    failing(control, "full disk", { write: "ENOSPC" }),
    failing(control, "full disk, noticed at the sync", { sync: "ENOSPC" }),
    failing(control, "read-only file system", { write: "EROFS", sync: "EROFS", open: "EROFS" }),
    failing(control, "directory without permission", { write: "EACCES", open: "EACCES" }),
    failing(control, "I/O errors on writes", { write: "EIO" }),
    failing(control, "I/O errors on syncs", { sync: "EIO" }),
    lockedByOutsider(join(directory, "parley.db")),
  ];
}

function failing(control: FaultControl, name: string, faults: FileFaults): Outage {
  return {
    name,
    refuses: "all",
    begin: async () => control.set(faults),
    end: async () => control.set({}),
  };
}

function lockedByOutsider(path: string): Outage {
  let outsider: Sqlite.Database | null = null;
  return {
    name: "locked by another process",
    refuses: "all",
    async begin() {
      outsider = new Sqlite(path, { timeout: 10_000 });
      outsider.exec("begin exclusive");
    },
    async end() {
      outsider?.close();
    },
  };
}
