import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSqliteConsole } from "../../src/database/sqlite-console.ts";

const opened = vi.hoisted(() => [] as { readonly mode: number | null }[]);

vi.mock("better-sqlite3", async (load) => {
  const { default: Database } = await load<{ readonly default: typeof Sqlite }>();
  return {
    default: class extends Database {
      constructor(file: string) {
        const found = statSync(file, { throwIfNoEntry: false });
        opened.push({ mode: found ? found.mode & 0o777 : null });
        super(file);
      }
    },
  };
});

const random = { token: (characters: number) => "a".repeat(characters), fraction: () => 0 };
let parent: string;
let umask: number;

beforeEach(async () => {
  opened.length = 0;
  parent = await mkdtemp(join(tmpdir(), "parley-console-"));
  umask = process.umask(0);
});
afterEach(async () => {
  process.umask(umask);
  await rm(parent, { recursive: true });
});

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe("the console's database", () => {
  it("is its owner's only from its first moment, with the directories made for it", async () => {
    const directory = join(parent, "new", "data");
    const database = openSqliteConsole(directory, random);
    expect(opened).toEqual([{ mode: 0o600 }]);
    expect(await modeOf(join(parent, "new"))).toBe(0o700);
    expect(await modeOf(directory)).toBe(0o700);
    for (const name of ["console.db", "console.db-wal", "console.db-shm"]) {
      expect([name, await modeOf(join(directory, name))]).toEqual([name, 0o600]);
    }
    await database.close();
  });

  it("restricts access to an existing file before it is opened, and leaves an existing directory as it is", async () => {
    await chmod(parent, 0o755);
    await writeFile(join(parent, "console.db"), "", { mode: 0o666 });
    const database = openSqliteConsole(parent, random);
    expect(opened).toEqual([{ mode: 0o600 }]);
    expect(await modeOf(parent)).toBe(0o755);
    await database.close();
  });
});
