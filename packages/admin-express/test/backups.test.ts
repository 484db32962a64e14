import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BackupSource } from "@parley/core";
import { expect, it } from "vitest";
import { Backups } from "../src/backups/backups.ts";

it("media are copied last, so that each row of the copy has its file", async () => {
  const directory = mkdtempSync(join(tmpdir(), "parley-backups-"));
  const copied: string[] = [];
  const source = (name: string, holds: BackupSource["holds"]): BackupSource => ({
    name,
    holds,
    write: async (path) => {
      copied.push(name);
      writeFileSync(path, name);
    },
    verify: async () => ({}),
  });
  const sources = [
    source("media.tar", "media"),
    source("parley.db", "messages"),
    source("console.db", "accounts"),
  ];
  const clock = { now: () => Date.UTC(2026, 0, 1) };
  const backups = new Backups({ directory, sources, files: [], clock, version: "1" });
  const { files } = await backups.take(() => undefined, new AbortController().signal);
  expect(copied).toEqual(["parley.db", "console.db", "media.tar"]);
  expect(files.map(({ name }) => name)).toEqual(copied);
  rmSync(directory, { recursive: true });
});
