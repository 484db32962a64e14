import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { idOf, type MediaBench } from "./support/media-bench.ts";
import { png } from "./support/samples.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();
const dayMs = 24 * 60 * 60 * 1_000;

/** A file as a crash leaves it between copy and row, or in the middle of a copy. */
function leave(bench: MediaBench, path: string, ageMs: number): void {
  const full = join(bench.directory, path);
  mkdirSync(join(full, ".."), { recursive: true });
  writeFileSync(full, "left");
  const at = (bench.time.now() - ageMs) / 1_000;
  utimesSync(full, at, at);
}

it("erasing a conversation ends its links at once and deletes its files, and no others", async () => {
  const bench = await start();
  const conversationId = await bench.conversation();
  const url = bench.desk.has("/a.png", png, "image/png");
  const gone = [
    await bench.store({ conversationId, url }),
    await bench.store({ conversationId, url, key: "a2" }),
  ];
  const kept = await bench.store({ url });
  await bench.gateway.conversations.erase(conversationId);
  for (const file of gone) expect((await fetch(file.url)).status).toBe(404);
  await bench.time.advance(1_000);
  await bench.until(() => bench.onDisk().length === 1);
  expect(bench.onDisk()).toEqual([idOf(kept)]);
  expect((await fetch(kept.url)).status).toBe(200);
});

it("files go with conversations that retention deletes", async () => {
  const bench = await start();
  await bench.store({ url: bench.desk.has("/a.png", png, "image/png") });
  await bench.time.jump(2 * dayMs);
  await bench.gateway.retention.purge(bench.time.now());
  await bench.until(() => bench.onDisk().length === 0);
});

it("more files than one notice brings are all deleted", async () => {
  const bench = await start();
  const conversationId = await bench.conversation();
  const url = bench.desk.has("/a.txt", "text");
  const keys = Array.from({ length: 60 }, (_, key) => `${key}`);
  await Promise.all(keys.map((key) => bench.store({ conversationId, url, key })));
  await bench.erase(conversationId);
  await bench.until(() => bench.onDisk().length === 0);
});

it("the sweep deletes what a crash has left, after a day", async () => {
  const bench = await start();
  const file = await bench.store({ url: bench.desk.has("/a.png", png, "image/png") });
  const orphan = "zz".padEnd(32, "x");
  const young = "zy".padEnd(32, "x");
  leave(bench, `zz/${orphan}`, 2 * dayMs);
  leave(bench, `tmp/${orphan}`, 2 * dayMs);
  leave(bench, `zy/${young}`, 0);
  await bench.time.jump(dayMs);
  await bench.until(() => bench.log.length > 0);
  expect(bench.onDisk()).toEqual([idOf(file), young].toSorted());
  expect(bench.log).toContainEqual({
    level: "info",
    event: "files without a row were deleted",
    fields: { orphans: 1, drafts: 1 },
  });
  await bench.time.jump(dayMs);
  await bench.until(() => !bench.onDisk().includes(young));
  expect((await fetch(file.url)).status).toBe(200);
});

it("the sweep counts the files anew", async () => {
  const bench = await start({ totalBytes: png.length + 1 });
  const url = bench.desk.has("/a.png", png, "image/png");
  const file = await bench.store({ url });
  expect(await bench.copy({ url })).toMatchObject({ why: "full" });
  bench.lose(idOf(file));
  await bench.time.jump(dayMs);
  await bench.until(async () => (await bench.copy({ url })).stored);
});

it("nothing else in the directory is touched", async () => {
  const bench = await start();
  leave(bench, "notes.txt", 9 * dayMs);
  leave(bench, "zz/short", 9 * dayMs);
  leave(bench, `zz/${"yy".padEnd(32, "x")}`, 9 * dayMs);
  leave(bench, `tmp/left`, 9 * dayMs);
  await bench.time.jump(dayMs);
  await bench.until(() => !bench.onDisk().includes("left"));
  expect(bench.onDisk()).toHaveLength(2);
});
