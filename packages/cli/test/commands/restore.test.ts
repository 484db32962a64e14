import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { cleanEnvironment, command, parley } from "../support/parley.ts";
import { TemporaryDirectory } from "../support/temporary-directory.ts";

const bytes = 1024 ** 3;
/** Of as many zeros. */
const sha256 = "49bc20df15e412a64472421e13fe86ff1c5165e18b2afccf160d4dc19fe68a14";

/** A backup whose first file takes long to copy and is reported once copied. */
function longBackup(directory: string): void {
  const large = { name: "large", bytes, sha256, facts: {} };
  const store = { ...large, name: "parley.db", bytes: 1 };
  const manifest = { format: 1, version: "1", takenAt: 0, files: [large, store] };
  mkdirSync(directory);
  writeFileSync(join(directory, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(directory, "large"), "");
  truncateSync(join(directory, "large"), bytes);
}

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "one %s ends a restore with %i, and of what was copied nothing is left",
  async (signal, expected) => {
    using home = new TemporaryDirectory();
    longBackup(join(home.path, "backup"));
    const target = join(home.path, "target");
    mkdirSync(target);
    const words = ["restore", "backup", "--data", "target"];
    const child = spawn(process.execPath, [...command, ...words], {
      cwd: home.path,
      env: cleanEnvironment({}),
    });
    const said = text(child.stderr);
    const closed = once(child, "close");
    await eventually(async () => readdirSync(target).includes("large.restoring"));
    child.kill(signal);
    expect([await closed, await said]).toEqual([[expected, null], "Interrupted.\n"]);
    expect(readdirSync(target)).toEqual(["parley.db.owner"]);
  },
);

it("a directory that holds data already is refused, with the option that moves it aside", async () => {
  using home = new TemporaryDirectory();
  longBackup(join(home.path, "backup"));
  mkdirSync(join(home.path, "target"));
  writeFileSync(join(home.path, "target/parley.db"), "");
  const words = ["restore", "backup", "--data", "target"];
  expect(await parley(words, { cwd: home.path })).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "parley: target already holds parley.db: restore into an empty directory, or replace these files.\n" +
      "With --replace, these files are moved aside.\n",
  });
});

it("a backup of a store with another file name is accepted when the name is given", async () => {
  using home = new TemporaryDirectory();
  const store = { name: "mine.db", bytes: 1, sha256, facts: {} };
  mkdirSync(join(home.path, "backup"));
  writeFileSync(join(home.path, "backup/mine.db"), "x");
  writeFileSync(
    join(home.path, "backup/manifest.json"),
    JSON.stringify({ format: 1, version: "1", takenAt: 0, files: [store] }),
  );
  const words = ["restore", "backup", "--data", "target"];
  const unsaid = await parley(words, { cwd: home.path });
  expect(unsaid).toMatchObject({ code: 2, stderr: expect.stringContaining("parley.db") });
  const said = await parley([...words, "--file-name", "mine.db"], { cwd: home.path });
  expect(said.code).toBe(2);
  expect(said.stderr).toContain("mine.db");
  expect(said.stderr).not.toContain("parley.db");
});
