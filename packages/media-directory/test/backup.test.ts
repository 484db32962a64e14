import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createWriteStream } from "node:fs";
import type { BackupSource } from "@parley/core";
import { pack } from "tar-stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { restoreMedia } from "../src/index.ts";
import { idOf, type MediaBench } from "./support/media-bench.ts";
import { png } from "./support/samples.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();
const never = new AbortController().signal;
let directory: string;
let archive: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "parley-media-backup-"));
  archive = join(directory, "media.tar");
});
afterEach(() => rmSync(directory, { recursive: true }));

const sourceOf = ({ gateway }: MediaBench): BackupSource => {
  const [source] = gateway.backups;
  if (source === undefined) throw new Error("there is no source");
  return source;
};

async function withFiles(count: number) {
  const bench = await start();
  const url = bench.desk.has("/a.png", png, "image/png");
  const files = [];
  for (let made = 0; made < count; made += 1) files.push(await bench.store({ url }));
  return { bench, files };
}

/** An archive as somebody else may make it. */
async function made(entries: readonly { name: string; type?: "file" | "symlink" | "directory" }[]) {
  const packing = pack();
  for (const { name, type = "file" } of entries)
    packing.entry(
      { name, type, ...(type === "symlink" && { linkname: "/etc/passwd" }) },
      type === "file" ? "text" : "",
    );
  packing.finalize();
  await pipeline(packing, createWriteStream(archive));
}

describe("a backup", () => {
  it("holds every file, is read whole, and brings all links back", async () => {
    const { bench, files } = await withFiles(5);
    const source = sourceOf(bench);
    expect([source.name, source.holds]).toEqual(["media.tar", "media"]);
    const progress: number[] = [];
    await source.write(archive, (fraction) => progress.push(fraction), never);
    expect(progress.at(-1)).toBe(1);
    expect(await source.verify(archive)).toEqual({ files: 5, bytes: 5 * png.length });
    expect(statSync(archive).mode & 0o777).toBe(0o600);
    await bench.stop();
    const restored = join(directory, "media");
    expect(await restoreMedia({ archive, directory: restored })).toEqual({
      files: 5,
      movedTo: null,
    });
    await bench.open({ directory: restored });
    for (const { url } of files) expect((await fetch(url)).status).toBe(200);
  });

  it("of an empty store can be restored", async () => {
    const { bench } = await withFiles(0);
    await sourceOf(bench).write(archive, () => undefined, never);
    expect(await sourceOf(bench).verify(archive)).toEqual({ files: 0, bytes: 0 });
    await restoreMedia({ archive, directory: join(directory, "media") });
    expect(readdirSync(join(directory, "media"))).toEqual(["parley-media.json"]);
  });

  it("is restored although a row's file is missing, whose link answers 404", async () => {
    const { bench, files } = await withFiles(2);
    bench.lose(idOf(files[0] ?? { url: "" }));
    await sourceOf(bench).write(archive, () => undefined, never);
    await bench.stop();
    const restored = join(directory, "media");
    await restoreMedia({ archive, directory: restored });
    await bench.open({ directory: restored });
    const statuses = await Promise.all(files.map(async ({ url }) => (await fetch(url)).status));
    expect(statuses).toEqual([404, 200]);
  });

  it("can be cancelled", async () => {
    const { bench } = await withFiles(1);
    const source = sourceOf(bench);
    const aborted = AbortSignal.abort(new Error("not now"));
    await expect(source.write(archive, () => undefined, aborted)).rejects.toThrow(
      /not now|aborted/,
    );
  });
});

describe("a restore", () => {
  it("moves what is there aside when it may, and else leaves it", async () => {
    const { bench } = await withFiles(1);
    await sourceOf(bench).write(archive, () => undefined, never);
    const target = join(directory, "media");
    await restoreMedia({ archive, directory: target });
    await expect(restoreMedia({ archive, directory: target })).rejects.toMatchObject({
      code: "restore-not-empty",
    });
    const { movedTo } = await restoreMedia({ archive, directory: target, replace: true });
    expect(movedTo).toBe(join(target, "replaced-1"));
    expect(readdirSync(movedTo ?? "")).toContain("parley-media.json");
    expect(readdirSync(target)).toHaveLength(3);
    const again = await restoreMedia({ archive, directory: target, replace: true });
    expect(again.movedTo).toBe(join(target, "replaced-2"));
  });

  const foreign: readonly [string, Parameters<typeof made>[0]][] = [
    ["a path out of the directory", [{ name: "../evil" }]],
    ["an absolute path", [{ name: "/etc/cron.d/evil" }]],
    ["a link", [{ name: `aa/${"a".repeat(32)}`, type: "symlink" }]],
    ["a directory", [{ name: "aa", type: "directory" }]],
    ["a file in the wrong folder", [{ name: `ab/${"a".repeat(32)}` }]],
    ["a file beside the files", [{ name: "index.html" }]],
    ["the same file twice", [{ name: `aa/${"a".repeat(32)}` }, { name: `aa/${"a".repeat(32)}` }]],
  ];
  for (const [title, entries] of foreign)
    it(`refuses an archive with ${title}, and leaves nothing`, async () => {
      await made(entries);
      const target = join(directory, "media");
      await expect(restoreMedia({ archive, directory: target })).rejects.toMatchObject({
        code: expect.stringMatching(/^(?:backup-damaged|media-directory-unusable)$/) as string,
      });
      expect(readdirSync(target)).toEqual([]);
    });

  it("refuses an archive that is cut, and one that is none", async () => {
    const { bench } = await withFiles(2);
    const source = sourceOf(bench);
    await source.write(archive, () => undefined, never);
    truncateSync(archive, 1_600);
    await expect(source.verify(archive)).rejects.toMatchObject({ code: "backup-damaged" });
    writeFileSync(archive, "x".repeat(5_000));
    await expect(source.verify(archive)).rejects.toMatchObject({ code: "backup-damaged" });
    const target = join(directory, "media");
    await expect(restoreMedia({ archive, directory: target })).rejects.toMatchObject({
      code: "backup-damaged",
    });
  });
});
