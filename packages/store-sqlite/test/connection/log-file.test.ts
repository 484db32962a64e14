import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { rewriteLog } from "../../src/connection/log-file.ts";

const mebibyte = 1024 * 1024;
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "parley-log-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

it.each([0, 1, mebibyte, 2 * mebibyte + 7])(
  "a log of %i bytes is written over itself, piece by piece, and is what it was",
  (size) => {
    const path = join(directory, "a.db");
    const bytes = randomBytes(size);
    writeFileSync(`${path}-wal`, bytes);
    rewriteLog(path);
    expect(readFileSync(`${path}-wal`).equals(bytes)).toBe(true);
  },
);

it("without a log nothing is created", () => {
  const path = join(directory, "a.db");
  rewriteLog(path);
  expect(() => readFileSync(`${path}-wal`)).toThrow("ENOENT");
});
