import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { mediaDirectory, type MediaDirectoryOptions } from "../src/index.ts";
import type { MediaBench } from "./support/media-bench.ts";
import { png } from "./support/samples.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();
const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "parley-media-"));
  directories.push(directory);
  return directory;
};
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

const notShared = (sentence: RegExp) => ({
  code: "media-directory-not-shared",
  message: expect.stringMatching(sentence) as string,
});
const isNotThisOne =
  /is not the media directory of this gateway's store: give every node the same directory/;
const isAnothers =
  /holds the media of a gateway with another store: give this gateway a directory of its own/;

/** Another node: the same store, but its own randomness. */
const beside = (bench: MediaBench, directory: string) =>
  start({ directory }, { data: bench.data, seed: 2 });

describe("a node starts", () => {
  it("beside another one on the same directory", async () => {
    const directory = newDirectory();
    const first = await start({ directory });
    const second = await beside(first, directory);
    const file = await first.store({ url: first.desk.has("/a.png", png, "image/png") });
    const path = new URL(file.url).pathname;
    expect((await fetch(new URL(path, second.url))).status).toBe(200);
  });

  it("at the same time as another one", async () => {
    const directory = newDirectory();
    const first = await start({ directory: newDirectory() });
    const data = first.data;
    await first.stop();
    data.state.clear();
    const starts = [2, 3, 4, 5].map((seed) => start({ directory }, { data, seed }));
    await expect(Promise.all(starts)).resolves.toHaveLength(4);
    expect(readdirSync(directory).toSorted()).toEqual(["parley-media.json", "tmp"]);
  });

  it("again after its first start was cut short", async () => {
    const bench = await start();
    const marker = join(bench.directory, "parley-media.json");
    const { gateway } = JSON.parse(readFileSync(marker, "utf8")) as { readonly gateway: string };
    const state = await bench.state();
    await state.write([{ put: "place", value: { gateway, directory: null } }]);
    await bench.stop();
    rmSync(marker);
    await bench.open();
    expect(JSON.parse(readFileSync(marker, "utf8"))).toHaveProperty("directory");
  });

  it("on another directory when the host accepts the loss, and then without saying so", async () => {
    const bench = await start();
    const file = await bench.store({ url: bench.desk.has("/a.png", png, "image/png") });
    await bench.stop();
    const directory = newDirectory();
    await bench.open({ directory, acceptLoss: true });
    expect((await fetch(file.url)).status).toBe(404);
    await bench.stop();
    await bench.open({ directory });
  });
});

describe("a node does not start", () => {
  it("on a directory of its own beside another one's", async () => {
    const bench = await start();
    await expect(beside(bench, newDirectory())).rejects.toMatchObject(notShared(isNotThisOne));
  });

  it("when the directory is not mounted", async () => {
    const bench = await start();
    await bench.stop();
    const directory = newDirectory();
    await expect(bench.open({ directory })).rejects.toMatchObject(notShared(isNotThisOne));
    expect(readdirSync(directory)).toEqual(["tmp"]);
  });

  it("on the directory of a gateway with another store, whose files its sweep would delete", async () => {
    const directory = newDirectory();
    await start({ directory });
    const another = start({ directory }, { seed: 2 });
    await expect(another).rejects.toMatchObject(notShared(isAnothers));
  });

  it("with a marker that cannot be read", async () => {
    const bench = await start();
    await bench.stop();
    writeFileSync(join(bench.directory, "parley-media.json"), "{");
    await expect(bench.open()).rejects.toMatchObject(notShared(isNotThisOne));
  });

  it("without a directory that can be written", async () => {
    const file = join(newDirectory(), "file");
    writeFileSync(file, "");
    await expect(start({ directory: file })).rejects.toMatchObject({
      code: "media-directory-unusable",
      message: `${file} cannot hold media (ENOTDIR): give a directory that the gateway's user may read and write.`,
    });
  });
});

describe("of two that start for the first time at once, one starts", () => {
  const fulfilled = async (starts: readonly Promise<unknown>[]) => {
    const ends = await Promise.allSettled(starts);
    const reasons = ends.flatMap((end) =>
      end.status === "rejected" ? [end.reason as unknown] : [],
    );
    expect(reasons).toEqual([expect.objectContaining({ code: "media-directory-not-shared" })]);
  };

  it("on one store and two directories", async () => {
    const { data } = await start({ directory: newDirectory() });
    data.state.clear();
    await fulfilled([2, 3].map((seed) => start({ directory: newDirectory() }, { data, seed })));
  });

  it("on two stores and one directory", async () => {
    const directory = newDirectory();
    await fulfilled([2, 3].map((seed) => start({ directory }, { seed })));
  });
});

describe("the options", () => {
  const given = { directory: "media", publicUrl: "https://chat.example/media" };
  const wrong: readonly [Partial<MediaDirectoryOptions>, RegExp][] = [
    [{ publicUrl: "/media" }, /publicUrl must be an http or https URL/],
    [{ publicUrl: "https://chat.example/?a=b" }, /publicUrl must be an http or https URL/],
    [{ publicUrl: "https://user@chat.example" }, /publicUrl must be an http or https URL/],
    [{ limitBytes: 0 }, /limitBytes must be a whole number of at least 1/],
    [{ types: { allow: ["png"] } }, /types\.allow\.0 must be a media type/],
  ];
  for (const [options, sentence] of wrong)
    it(`are refused: ${JSON.stringify(options)}`, () => {
      expect(() => mediaDirectory({ ...given, ...options })).toThrow(
        expect.objectContaining({
          code: "invalid-option",
          message: expect.stringMatching(sentence) as string,
        }) as Error,
      );
    });
});
