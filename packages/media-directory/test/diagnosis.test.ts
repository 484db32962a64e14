import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FileFolder } from "../src/files/file-folder.ts";
import { FileRows } from "../src/files/file-rows.ts";
import { Room } from "../src/files/room.ts";
import { MediaDiagnostician } from "../src/upkeep/diagnosis.ts";
import { idOf, type MediaBench } from "./support/media-bench.ts";
import { png } from "./support/samples.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();
const signal = new AbortController().signal;
const gibibyte = 1024 ** 3;

/** What the doctor says, by the name of the check. */
async function findings(bench: MediaBench): Promise<ReadonlyMap<string, string>> {
  const all = await bench.gateway.diagnosis.run({ probe: false }, signal);
  const own = all.filter(({ check }) => check.startsWith("media-"));
  return new Map(own.map(({ check, level, message }) => [check, `${level}: ${message}`]));
}

it("a media directory that is well has nothing but good findings", async () => {
  const bench = await start();
  await bench.store({ url: bench.desk.has("/a.png", png, "image/png") });
  expect([...(await findings(bench))]).toEqual([
    ["media-directory", "ok: The media directory can be written."],
    ["media-disk", expect.stringMatching(/MB left/)],
    ["media-limit", "ok: Stored files take 0 % of what they may (totalBytes)."],
    ["media-files", "ok: Files looked for: 1, all there."],
    ["media-orphans", "ok: No file that is older than three days lacks a row."],
  ]);
});

it("a directory that went away is a fault", async () => {
  const bench = await start();
  rmSync(join(bench.directory, "parley-media.json"));
  expect([...(await findings(bench))]).toEqual([
    [
      "media-directory",
      "fault: The media directory is not the one that the gateway was started on: files cannot be served.",
    ],
  ]);
});

it("a directory that cannot be written is a fault", async () => {
  const bench = await start();
  rmSync(bench.directory, { recursive: true });
  const found = await findings(bench);
  mkdirSync(bench.directory);
  expect(found.get("media-directory")).toBe(
    "fault: The media directory cannot be written: no file can be copied.",
  );
});

it("a store that is nearly full is a warning", async () => {
  const bench = await start({ totalBytes: Math.ceil(png.length / 0.9) });
  await bench.store({ url: bench.desk.has("/a.png", png, "image/png") });
  const found = await findings(bench);
  expect(found.get("media-limit")).toMatch(/^warning: Stored files take (?:89|90) %/);
});

it("rows without a file are a fault", async () => {
  const bench = await start();
  const url = bench.desk.has("/a.png", png, "image/png");
  bench.lose(idOf(await bench.store({ url })));
  await bench.store({ url });
  const found = await findings(bench);
  expect(found.get("media-files")).toBe("fault: Files missing: 1 of 2. Their links answer 404.");
});

it("files that the sweep has not deleted are a warning", async () => {
  const bench = await start();
  const orphan = join(bench.directory, "zz", "z".repeat(32));
  mkdirSync(join(orphan, ".."));
  writeFileSync(orphan, "left");
  const at = bench.time.now() / 1_000 - 4 * 86_400;
  utimesSync(orphan, at, at);
  const found = await findings(bench);
  expect(found.get("media-orphans")).toMatch(/^warning: Files of no conversation: 1 of 1\./);
});

it("a disk with little room is a warning", async () => {
  const bench = await start();
  const { time: clock, random } = bench;
  const diagnosis = new MediaDiagnostician({
    folder: await FileFolder.open(bench.directory),
    rows: new FileRows(await bench.state()),
    room: new Room(gibibyte),
    clock,
    random,
    freeBytes: async () => gibibyte - 1,
  });
  const disk = (await diagnosis.diagnose(signal)).find(({ check }) => check === "media-disk");
  expect(disk).toMatchObject({
    level: "warning",
    message: "The disk of the media directory has 1023 MB left.",
  });
});
