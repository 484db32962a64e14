import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Gateway } from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { expect, it } from "vitest";
import { contentAt, copyFile, openMediaGateway } from "../../support/gateways/media-gateway.ts";
import { parley } from "../../support/parley.ts";
import { TemporaryDirectory } from "../../support/temporary-directory.ts";

const open = (directory: string): Promise<Gateway> =>
  openMediaGateway(
    join(directory, "media"),
    platformNode({ logLevel: "silent" }),
    storeSqlite({ directory }),
  );

async function backUp(gateway: Gateway, directory: string): Promise<void> {
  const files = [];
  for (const source of gateway.backups) {
    const path = join(directory, source.name);
    await source.write(path, () => undefined, new AbortController().signal);
    const content = readFileSync(path);
    const sha256 = createHash("sha256").update(content).digest("hex");
    const facts = await source.verify(path);
    files.push({ name: source.name, bytes: content.length, sha256, facts });
  }
  const manifest = { format: 1, version: "1", takenAt: 0, files };
  writeFileSync(join(directory, "manifest.json"), JSON.stringify(manifest));
}

it("parley restore brings the media back with the store, and their links work", async () => {
  using home = new TemporaryDirectory();
  const backup = join(home.path, "backup");
  mkdirSync(backup);
  const first = await open(join(home.path, "data"));
  const path = await copyFile(first);
  await backUp(first, backup);
  await first.close();
  rmSync(join(home.path, "data"), { recursive: true });

  const words = ["restore", "backup", "--data", "restored"];
  const restored = await parley(words, { cwd: home.path });
  expect(restored).toMatchObject({ code: 0, stderr: "Files: 1\nFiles: 2\n" });
  expect(restored.stdout).toMatch(/^media +1 in restored\/media$/m);
  const directory = join(home.path, "restored");
  expect(readdirSync(directory)).not.toContain("media.tar");
  const second = await open(directory);
  expect(await contentAt(second, path)).toBe("the file");
  await second.close();

  const again = await parley([...words.slice(0, 3), "elsewhere", "--media", "restored/media"], {
    cwd: home.path,
  });
  expect(again.code).toBe(2);
  expect(again.stderr).toBe(
    "parley: restored/media already holds media: restore into an empty directory, or replace these files.\n" +
      "With --replace, these files are moved aside.\n",
  );
  const replaced = await parley([...words, "--replace", "--yes", "--json"], { cwd: home.path });
  expect(JSON.parse(replaced.stdout)).toMatchObject({
    movedTo: "restored/replaced-1",
    media: { files: 1, movedTo: "restored/media/replaced-1" },
  });
  const third = await open(directory);
  expect(await contentAt(third, path)).toBe("the file");
  await third.close();
});
