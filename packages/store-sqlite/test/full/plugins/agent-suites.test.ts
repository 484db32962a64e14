import { sharedStore } from "@parley/conformance";
import * as runner from "vitest";
import { appSuites } from "../../../../conformance/test/plugins/support/app-suites.ts";
import { storeSqlite } from "../../../src/index.ts";
import { temporaryDirectory } from "../../support/opened-stores.ts";

const removals: (() => void)[] = [];

runner.afterAll(() => {
  for (const remove of removals) remove();
});

appSuites(runner, "SQLite", () => {
  const { directory, remove } = temporaryDirectory();
  removals.push(remove);
  return sharedStore(() => storeSqlite({ directory }));
});
