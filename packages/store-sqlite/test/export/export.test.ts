import { join } from "node:path";
import { inspect } from "node:util";
import {
  anInboundAppend,
  type OpenedStores,
  StoreBench,
  storeExportSuite,
} from "@parley/conformance";
import type { EntryKind } from "@parley/core";
import * as runner from "vitest";
import { Database } from "../../src/connection/database.ts";
import { SqliteExport } from "../../src/export/export.ts";
import { openSqliteExport } from "../../src/index.ts";
import { fileName, storesOver, temporaryDirectory } from "../support/opened-stores.ts";

storeExportSuite(runner, "store-sqlite", async () => {
  const { directory, remove } = temporaryDirectory();
  const database = Database.open({ directory, fileName });
  const stores: OpenedStores = {
    ...storesOver(database),
    reopen: () => Promise.reject(new Error("this data set is opened once")),
    close: async () => {
      database.close();
      remove();
    },
  };
  return { stores, exported: new SqliteExport(database) };
});

runner.it(
  "an entry whose JSON is broken is named by its place and kind, and not quoted",
  async () => {
    const { directory, remove } = temporaryDirectory();
    const database = Database.open({ directory, fileName });
    const bench = new StoreBench(storesOver(database) as OpenedStores);
    await bench.accept(anInboundAppend({}));
    const exported = new SqliteExport(database);
    const broken: readonly (readonly [EntryKind, string, string])[] = [
      ["conversations", "conversations", "profile"],
      ["deliveries", "deliveries", "failure"],
      ["deliveries", "deliveries", "record"],
      ["lanes", "lanes", "memo"],
    ];
    for (const [kind, table, column] of broken) {
      await exported.page(kind, null, 10);
      database.write((connection) => connection.run(`update ${table} set ${column} = 'Jane Doe'`));
      const error: unknown = await exported.page(kind, null, 10).catch((reason: unknown) => reason);
      runner.expect(error).toMatchObject({
        code: "store-corrupt",
        message: `${join(directory, fileName)} is damaged: in its ${kind}, the entry at 1 holds broken JSON. Restore it from a backup.`,
      });
      runner.expect(inspect(error)).not.toContain("Jane");
      database.write((connection) => connection.run(`update ${table} set ${column} = 'null'`));
    }
    database.close();
    remove();
  },
);

runner.it("a file that is not there is not made", () => {
  const { directory, remove } = temporaryDirectory();
  runner
    .expect(() => openSqliteExport({ directory }))
    .toThrow(runner.expect.objectContaining({ code: "store-directory" }));
  remove();
});

runner.it("a file that a gateway holds is not read", () => {
  const { directory, remove } = temporaryDirectory();
  const database = Database.open({ directory, fileName });
  runner
    .expect(() => openSqliteExport({ directory }))
    .toThrow(runner.expect.objectContaining({ code: "store-owned" }));
  database.close();
  remove();
});
