import { createHash } from "node:crypto";
import { ParleyError, type PluginState } from "@parley/core";
import { expect, it } from "vitest";
import { DirectoryMediaStore } from "../src/copy/directory-media-store.ts";
import { FileFolder } from "../src/files/file-folder.ts";
import { FileRows } from "../src/files/file-rows.ts";
import { Room } from "../src/files/room.ts";
import type { MediaBench } from "./support/media-bench.ts";
import { png } from "./support/samples.ts";
import { useBenches } from "./support/use-benches.ts";

const start = useBenches();
const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A media store over the bench's directory, whose writes of rows `write` may fail. */
async function failing(bench: MediaBench, write: PluginState["write"]) {
  const state = await bench.state();
  const { get, list, wake } = state;
  const own: PluginState = {
    get: get.bind(state),
    list: list.bind(state),
    wake: wake.bind(state),
    write,
  };
  return new DirectoryMediaStore({
    http: bench.client.http,
    folder: new FileFolder(bench.directory),
    room: new Room(1_000_000),
    rows: new FileRows(own),
    counted: Promise.resolve(),
    conversations: bench.gateway.conversations,
    clock: bench.time,
    random: bench.random,
    digest: {
      of: (text) => createHash("sha256").update(text).digest("hex"),
      equal: (left, right) => left === right,
      mac: () => "",
    },
    logger,
    settings: {
      directory: bench.directory,
      publicUrl: bench.url,
      limitBytes: 1_000_000,
      totalBytes: 1_000_000,
      types: { allow: ["*/*"], deny: [] },
      acceptLoss: false,
    },
  });
}

async function request(bench: MediaBench) {
  return {
    conversationId: await bench.conversation(),
    key: "a1",
    url: bench.desk.has("/a.png", png, "image/png"),
    allowOrigins: [bench.desk.url],
    signal: new AbortController().signal,
  };
}

it("a store that takes no row refuses the file for now, and the file is deleted", async () => {
  const bench = await start();
  const store = await failing(bench, async () => {
    throw new ParleyError("overloaded", "The store queue is full.", { retryable: true });
  });
  const answer = await store.copy(await request(bench));
  expect(answer).toMatchObject({ stored: false, why: "unreachable", retryable: true });
  expect(bench.onDisk()).toEqual([]);
});

it("a row that was perhaps written keeps its file, which the same call finds again", async () => {
  const bench = await start();
  const state = await bench.state();
  const store = await failing(bench, async (batch) => {
    await state.write(batch);
    throw new ParleyError("store-unavailable", "The outcome is unknown.", { retryable: true });
  });
  const asked = await request(bench);
  expect(await store.copy(asked)).toMatchObject({ stored: false, retryable: true });
  const again = await store.copy(asked);
  if (!again.stored) throw new Error(again.message);
  expect((await fetch(again.file.url)).status).toBe(200);
  expect(bench.desk.requests).toHaveLength(1);
});

it("a gateway that closes ends what is being fetched, and leaves nothing of it", async () => {
  const bench = await start();
  const asked = await request(bench);
  const begun = new Promise<void>((resolve) => {
    bench.desk.answers("/slow", (response) => response.write("half", () => resolve()));
  });
  const copying = bench.copy({ ...asked, url: `${bench.desk.url}/slow` });
  await begun;
  await bench.stop();
  expect(await copying).toMatchObject({ stored: false, why: "unreachable", retryable: true });
  expect(bench.onDisk()).toEqual([]);
});
