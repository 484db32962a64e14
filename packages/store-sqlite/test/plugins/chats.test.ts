import * as runner from "vitest";
import { chatTests } from "../../../conformance/test/plugins/support/chat-tests.ts";
import { storeSqlite } from "../../src/index.ts";
import { temporaryDirectory } from "../support/opened-stores.ts";

const removals: (() => void)[] = [];

runner.afterAll(() => {
  for (const remove of removals) remove();
});

chatTests(runner, "SQLite", () => {
  const { directory, remove } = temporaryDirectory();
  removals.push(remove);
  return () => storeSqlite({ directory });
});
