import { agentBackendSuite, sharedStore } from "@parley/conformance";
import { storeSqlite } from "@parley/store-sqlite";
import * as runner from "vitest";
import { temporaryDirectory } from "../../../../store-sqlite/test/support/opened-stores.ts";
import { bothApps } from "../../support/both-apps.ts";

const removals: (() => void)[] = [];

runner.afterAll(() => {
  for (const remove of removals) remove();
});

const stores = () => {
  const { directory, remove } = temporaryDirectory();
  removals.push(remove);
  return sharedStore(() => storeSqlite({ directory }));
};

for (const [what, open] of bothApps)
  agentBackendSuite(runner, `${what}, on SQLite,`, open, { stores });
