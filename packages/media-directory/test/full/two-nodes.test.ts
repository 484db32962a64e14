import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import type { MediaAnswer, PluginEntry } from "@parley/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Desk } from "../support/desk.ts";
import { MediaNode, type NodePlace } from "../support/media-node.ts";
import { png } from "../support/samples.ts";

let server: EmbeddedPostgres;
let desk: Desk;
let directory: string;
const nodes: MediaNode[] = [];

const start = async (place: Partial<NodePlace> = {}) => {
  const connection = server.connectionString;
  const node = await MediaNode.start({ connection, directory, diesAt: "never", ...place });
  nodes.push(node);
  return node;
};

beforeAll(async () => {
  server = await startPostgres({ fsync: false });
  desk = await Desk.start();
  directory = mkdtempSync(join(tmpdir(), "parley-media-"));
});
afterAll(async () => {
  for (const node of nodes) await node.kill();
  await desk.close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

const files = () => onDisk(/^..$/);
const drafts = () => onDisk(/^tmp$/);

function onDisk(folder: RegExp): readonly string[] {
  const folders = readdirSync(directory).filter((name) => folder.test(name));
  return folders.flatMap((name) => readdirSync(join(directory, name))).toSorted();
}

/** Makes everything on disk two days old: the sweep spares what is younger than a day. */
function age(): void {
  const at = Date.now() / 1_000 - 2 * 86_400;
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }))
    utimesSync(join(directory, name), at, at);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(50);
}

const rowIds = async (node: MediaNode) =>
  ((await node.ask<readonly PluginEntry[]>("rows")) ?? []).map(({ key }) => key.slice(5));

describe("two nodes on one database and one directory", { timeout: 120_000 }, () => {
  it("serve each other's files", async () => {
    const [first, second] = [await start(), await start()];
    const conversationId = await first.ask<string>("conversation", "serve");
    const url = desk.has("/a.png", png, "image/png");
    const allowOrigins = [desk.url];
    const answer = await first.ask<MediaAnswer>("copy", {
      conversationId,
      key: "a",
      url,
      allowOrigins,
    });
    if (answer?.stored !== true) throw new Error("it was not stored");
    const path = answer.file.url.slice(first.url.length);
    expect((await fetch(second.url + path)).status).toBe(200);
    await second.ask("erase", conversationId);
    expect((await fetch(first.url + path)).status).toBe(404);
    await until(() => files().length === 0);
  });

  it.each([
    ["draft", 0, 1],
    ["row", 1, 0],
  ] as const)(
    "when one dies before the %s is whole, no row lacks its file, and the sweep of the other leaves no orphan",
    async (diesAt, orphans, halves) => {
      const [dying, other] = [await start({ diesAt }), await start()];
      const conversationId = await other.ask<string>("conversation", `dies-${diesAt}`);
      const url = desk.has("/a.png", png, "image/png");
      const request = { conversationId, key: "a", url, allowOrigins: [desk.url] };
      expect(await dying.ask("copy", request)).toBeNull();
      expect(dying.killedBy).toBe("SIGKILL");
      expect([files().length, drafts().length]).toEqual([orphans, halves]);
      expect(await rowIds(other)).toEqual([]);

      const again = await other.ask<MediaAnswer>("copy", request);
      if (again?.stored !== true) throw new Error("it was not stored");
      age();
      await other.ask("sweep");
      await until(() => files().length === 1 && drafts().length === 0);
      expect(await rowIds(other)).toEqual(files());
      expect((await fetch(again.file.url)).status).toBe(200);
      await other.ask("erase", conversationId);
      await until(() => files().length === 0);
    },
  );

  it("of which one has another directory do not start", async () => {
    await start();
    const another = mkdtempSync(join(tmpdir(), "parley-media-"));
    const starting = start({ directory: another });
    await expect(starting).rejects.toMatchObject({ code: "media-directory-not-shared" });
    rmSync(another, { recursive: true });
  });
});
