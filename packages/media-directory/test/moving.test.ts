import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markerName } from "../src/files/place.ts";
import { moveMedia } from "../src/index.ts";
import { png } from "./support/samples.ts";
import { addFile, contentOf, contentsOf, makeSource, pathIn } from "./support/source-directory.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();
let home: string;
let from: string;
let to: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "parley-media-move-"));
  [from, to] = [join(home, "from"), join(home, "to")];
  makeSource(from, ids);
});
afterEach(() => rmSync(home, { recursive: true }));

const ids = ["a", "b", "c", "d"].map((letter) => letter.repeat(32));
const [first = "", , third = ""] = ids;

/** Moves, and ends the move once two files are there. */
async function moveHalf(): Promise<void> {
  const ending = new AbortController();
  const onProgress = (fraction: number) => {
    if (fraction === 1 / 4) ending.abort(new Error("enough"));
  };
  await expect(moveMedia({ from, to, onProgress, signal: ending.signal })).rejects.toThrow(
    "enough",
  );
  expect(existsSync(pathIn(to, first))).toBe(true);
  expect(existsSync(pathIn(to, third))).toBe(false);
}

const refused = (sentence: RegExp, code = "move-not-empty") => ({
  code,
  message: expect.stringMatching(sentence) as string,
});

describe("a move of media", () => {
  it("copies every file with its bytes and its time, changes nothing in the source, and is shown", async () => {
    const before = contentsOf(from);
    const shown: number[] = [];
    const moved = await moveMedia({ from, to, onProgress: (fraction) => shown.push(fraction) });
    expect(moved).toMatchObject({ files: 4, bytes: 800_000, wasMoved: false });
    expect(moved.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(contentsOf(to)).toEqual(before);
    expect(contentsOf(from)).toEqual(before);
    expect(statSync(pathIn(to, first)).mtimeMs).toBeCloseTo(
      statSync(pathIn(from, first)).mtimeMs,
      0,
    );
    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
    expect(shown.at(-1)).toBe(1);
  });

  it("gives the gateway a directory on which all links work", async () => {
    const bench = await start();
    const url = bench.desk.has("/a.png", png, "image/png");
    const file = await bench.store({ url });
    await bench.stop();
    await moveMedia({ from: bench.directory, to });
    await bench.open({ directory: to });
    expect((await fetch(file.url)).status).toBe(200);
  });

  it("of no files is a directory with a marker", async () => {
    for (const id of ids) rmSync(join(from, id.slice(0, 2)), { recursive: true });
    expect(await moveMedia({ from, to })).toMatchObject({ files: 0, bytes: 0, wasMoved: false });
    expect(contentsOf(to)).toEqual(contentsOf(from));
  });

  it("leaves out links, drafts and what is no file of a media directory", async () => {
    const wanted = contentsOf(from);
    writeFileSync(join(from, "tmp", "e".repeat(32)), "half");
    writeFileSync(join(from, "notes.txt"), "foreign");
    writeFileSync(join(from, "aa", "short"), "foreign");
    writeFileSync(join(from, "zz"), "foreign");
    symlinkSync(pathIn(from, first), join(from, "aa", `aa${"e".repeat(30)}`));
    mkdirSync(join(home, "ff"));
    writeFileSync(join(home, "ff", "f".repeat(32)), "elsewhere");
    symlinkSync(join(home, "ff"), join(from, "ff"));
    expect(await moveMedia({ from, to })).toMatchObject({ files: 4 });
    expect(contentsOf(to)).toEqual(wanted);
  });

  it("that is finished is only compared when it is called again", async () => {
    const moved = await moveMedia({ from, to });
    const { ctimeMs } = statSync(to);
    expect(await moveMedia({ from, to })).toEqual({ ...moved, wasMoved: true });
    expect(statSync(to).ctimeMs).toBe(ctimeMs);
  });
});

describe("a move of media that was ended", () => {
  it("has no marker, and goes on after the files that are there", async () => {
    await moveHalf();
    expect(readdirSync(to)).not.toContain(markerName);
    const { ctimeMs } = statSync(pathIn(to, first));
    // As a crash leaves it.
    writeFileSync(join(to, "tmp", third), "half");
    expect(await moveMedia({ from, to })).toMatchObject({ files: 4, wasMoved: false });
    expect(statSync(pathIn(to, first)).ctimeMs).toBe(ctimeMs);
    expect(contentsOf(to)).toEqual(contentsOf(from));
  });

  it("before its first file goes on too", async () => {
    const signal = AbortSignal.abort(new Error("at once"));
    await expect(moveMedia({ from, to, signal })).rejects.toThrow("at once");
    expect(await moveMedia({ from, to })).toMatchObject({ files: 4, wasMoved: false });
  });

  it("in the middle of a large file leaves nothing of it", async () => {
    truncateSync(pathIn(from, first), 64 * 1024 ** 2);
    const ending = new AbortController();
    setTimeout(() => ending.abort(new Error("enough")), 5);
    await expect(moveMedia({ from, to, signal: ending.signal })).rejects.toThrow("enough");
    expect(existsSync(pathIn(to, first))).toBe(false);
    expect(readdirSync(join(to, "tmp"))).toEqual([]);
  });

  it("lets no gateway start on its part of the files", async () => {
    const bench = await start();
    await bench.store({ url: bench.desk.has("/a.png", png, "image/png") });
    await bench.stop();
    const signal = AbortSignal.abort(new Error("at once"));
    await expect(moveMedia({ from: bench.directory, to, signal })).rejects.toThrow("at once");
    await expect(bench.open({ directory: to })).rejects.toMatchObject({
      code: "media-directory-not-shared",
    });
  });

  it("copies a file of another size anew", async () => {
    await moveHalf();
    writeFileSync(pathIn(to, first), "short");
    expect(await moveMedia({ from, to })).toMatchObject({ files: 4, wasMoved: false });
    expect(contentsOf(to)).toEqual(contentsOf(from));
  });

  it("finds a changed byte, gives no marker, and goes on once that file is deleted", async () => {
    await moveHalf();
    const flipped = contentOf(first);
    flipped[100_000] = (flipped[100_000] ?? 0) ^ 1;
    writeFileSync(pathIn(to, first), flipped);
    await expect(moveMedia({ from, to })).rejects.toMatchObject(
      refused(/ differ in aa\/a{32}: delete this file from .*to, and move again\.$/),
    );
    expect(readdirSync(to)).not.toContain(markerName);
    rmSync(pathIn(to, first));
    expect(await moveMedia({ from, to })).toMatchObject({ files: 4, wasMoved: false });
  });
});

describe("a move of media is refused", () => {
  it.each<[string, () => void, RegExp]>([
    ["a file was deleted", () => rmSync(pathIn(to, third)), /in cc\/c{32}\./],
    ["a folder was deleted", () => rmSync(join(to, "cc"), { recursive: true }), /in cc\/c{32}\./],
    ["a file was added", () => addFile(to, "e".repeat(32)), /in ee\/e{32}\./],
    ["a file was cut", () => writeFileSync(pathIn(to, first), "short"), /in aa\/a{32}\./],
  ])("when %s since it was finished, and then changes nothing", async (_title, spoil, place) => {
    await moveMedia({ from, to });
    spoil();
    const before = contentsOf(to);
    const moving = moveMedia({ from, to });
    await expect(moving).rejects.toMatchObject(
      refused(/already moved from .* one of the two has changed since: they differ in /),
    );
    await expect(moving).rejects.toThrow(place);
    expect(contentsOf(to)).toEqual(before);
  });

  it.each<[string, () => void]>([
    ["holds other files", () => writeFileSync(join(home, "to", "notes.txt"), "mine")],
    ["is another media directory", () => makeSource(to, ids, "o".repeat(32))],
    [
      "is half moved from another directory",
      () => writeFileSync(join(to, `.unfinished-move-of-${"o".repeat(32)}`), ""),
    ],
    ["has a marker that cannot be read", () => writeFileSync(join(to, markerName), "{")],
  ])("when the target %s, and leaves it as it is", async (_title, spoil) => {
    mkdirSync(to);
    spoil();
    const before = contentsOf(to);
    await expect(moveMedia({ from, to })).rejects.toMatchObject(
      refused(/already holds other files: name an empty directory/),
    );
    expect(contentsOf(to)).toEqual(before);
  });

  it("when one directory is the other, or lies in it, also by a link", async () => {
    symlinkSync(from, join(home, "link"));
    const before = contentsOf(from);
    for (const target of [from, join(from, "to"), join(from, "aa/to"), home, join(home, "link/to")])
      await expect(moveMedia({ from, to: target })).rejects.toMatchObject(
        refused(/name another directory to move to\.$/, "invalid-option"),
      );
    expect(contentsOf(from)).toEqual(before);
    expect(await moveMedia({ from, to: `${from}-2` })).toMatchObject({ files: 4 });
  });

  it("when the source is missing, or is no whole media directory, and makes no target", async () => {
    const isNone = refused(
      /is no media directory, .* name the one that the gateway used\.$/,
      "media-directory-unusable",
    );
    await expect(moveMedia({ from: join(home, "nowhere"), to })).rejects.toMatchObject(isNone);
    for (const name of ["../../evil", ""]) {
      writeFileSync(join(from, markerName), JSON.stringify({ gateway: "g", directory: name }));
      await expect(moveMedia({ from, to })).rejects.toMatchObject(isNone);
    }
    expect(existsSync(to)).toBe(false);
  });

  it("when a directory cannot be used, by its name", async () => {
    const file = join(home, "file");
    writeFileSync(file, "a file");
    for (const options of [
      { from, to: file },
      { from: file, to },
    ])
      await expect(moveMedia(options)).rejects.toMatchObject(
        refused(/\/file cannot hold media \(ENOTDIR\)/, "media-directory-unusable"),
      );
  });
});
