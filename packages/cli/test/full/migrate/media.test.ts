import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";
import { platformNode } from "@parley/platform-node";
import { storePostgres } from "@parley/store-postgres";
import { storeSqlite } from "@parley/store-sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Moved } from "../../../src/migrate/moved.ts";
import { contentAt, copyFile, openMediaGateway } from "../../support/gateways/media-gateway.ts";
import { parley } from "../../support/parley.ts";
import { TemporaryDirectory } from "../../support/temporary-directory.ts";

const opened = new DisposableStack();
let postgres: EmbeddedPostgres;
let cwd = "";
/** Of the file, below the public URL. */
let path = "";

beforeAll(async () => {
  cwd = opened.use(new TemporaryDirectory()).path;
  const gateway = await openMediaGateway(
    join(cwd, "data/media"),
    platformNode({ logLevel: "silent" }),
    storeSqlite({ directory: join(cwd, "data") }),
  );
  path = await copyFile(gateway);
  await gateway.close();
  postgres = await startPostgres();
});
afterAll(async () => {
  opened.dispose();
  await postgres.stop();
});

const migrate = (...words: readonly string[]) =>
  parley(["migrate", "--from", "sqlite:data", ...words], {
    cwd,
    env: { DATABASE_URL: postgres.connectionString },
  });

const openMoved = (directory: string) =>
  openMediaGateway(
    join(cwd, directory),
    platformNode({ logLevel: "silent", clock: false }),
    storePostgres({ connection: postgres.connectionString }),
  );

it("a move with --media carries the files before it opens the target, and their links work there", async () => {
  const media = ["--media", "data/media", "--media-to"];
  mkdirSync(join(cwd, "other"));
  writeFileSync(join(cwd, "other/notes.txt"), "not ours");
  const refused = await migrate(...media, "other");
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toMatch(/^parley: other already holds other files: name an empty/m);
  await expect(openMoved("unused")).rejects.toMatchObject({ code: "store-half-moved" });

  const moved = await migrate(...media, "shared");
  expect(moved.code, moved.stderr).toBe(0);
  expect(moved.stdout).toMatch(/^media files +1 +[0-9a-f]{64}$/m);
  expect(moved.stderr).toMatch(/^Media: 100 %$/m);

  const again = JSON.parse((await migrate(...media, "shared", "--json")).stdout) as Moved;
  expect(again.wasMoved).toBe(true);
  expect(again.parts.at(-1)).toMatchObject({ name: "media files", entries: 1, wasMoved: true });

  const gateway = await openMoved("shared");
  expect(await contentAt(gateway, path)).toBe("the file");
  await gateway.close();
}, 600_000);

it.each([
  ["--media", "data/media"],
  ["--media-to", "shared"],
])("%s alone is refused before anything is moved", async (...words) => {
  const { code, stdout, stderr } = await migrate("--schema", "alone", ...words);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toBe(
    "parley: --media and --media-to belong together: give the media directory of the gateway, and the directory to move its files to.\n",
  );
});
