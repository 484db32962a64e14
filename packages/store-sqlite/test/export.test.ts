import { type OpenedStores, storeExportSuite } from "@parley/conformance";
import * as runner from "vitest";
import { Database } from "../src/database.ts";
import { SqliteExport } from "../src/export.ts";
import { openSqliteExport } from "../src/index.ts";
import { fileName, storesOver, temporaryDirectory } from "./opened-stores.ts";

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
