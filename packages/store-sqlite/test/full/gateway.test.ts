import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gatewaySuite } from "@parley/conformance";
import * as runner from "vitest";
import { storeSqlite } from "../../src/index.ts";

const directories: string[] = [];

runner.afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

gatewaySuite(runner, "SQLite", () => {
  const directory = mkdtempSync(join(tmpdir(), "parley-gateway-"));
  directories.push(directory);
  return () => storeSqlite({ directory });
});
