import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  AgentBackend,
  createGateway,
  type Gateway,
  HttpClient,
  MediaStore,
  Transport,
} from "@parley/core";
import { mediaDirectory, MediaFiles } from "@parley/media-directory";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { ContainerModule } from "inversify";
import { expect, it } from "vitest";
import { parley } from "../../support/parley.ts";
import { TemporaryDirectory } from "../../support/temporary-directory.ts";

const publicUrl = "https://chat.example/media";

/** A gateway on SQLite whose agent app has one file. */
function open(directory: string): Promise<Gateway> {
  const fittings = new ContainerModule(({ bind }) => {
    bind(Transport).toConstantValue({
      post: async () => ({ kind: "failure", failure: "timeout" }),
    });
    bind(HttpClient).toConstantValue({
      request: async ({ url }) => {
        const headers = { "content-type": "text/plain" };
        return { status: 200, url, headers, body: new Blob(["the file"]).stream() };
      },
    });
    bind(AgentBackend).toConstantValue({
      availability: async () => 1,
      receive: async () => ({ outcome: "taken" }),
      report: async () => ({ outcome: "taken" }),
    });
  });
  return createGateway(
    platformNode({ logLevel: "silent" }),
    storeSqlite({ directory }),
    mediaDirectory({ directory: join(directory, "media"), publicUrl }),
    fittings,
  );
}

/** Copies the file into a new conversation. @returns its path below the public URL */
async function copyFile(gateway: Gateway): Promise<string> {
  const { channelAdmin, inbox, conversations } = gateway;
  const made = await channelAdmin.add({ id: "shop", chatApiUrl: "https://shop.example/chat" });
  if (!made.done) throw new Error(made.refusal.message);
  const pass = await inbox.authenticate("shop", made.value.randomString);
  if (pass === null) throw new Error("the channel cannot be entered");
  const message = { sender: { id: 1 }, message: { type: "text", text: "hello" } };
  await inbox.accept(pass, new TextEncoder().encode(JSON.stringify(message)));
  const conversationId = (await conversations.findVisitor("shop", 1))?.id ?? "";
  const media = await gateway.get(MediaStore);
  const { signal } = new AbortController();
  const answer = await media.copy({
    conversationId,
    key: "1",
    url: "https://desk.example/1",
    signal,
  });
  if (!answer.stored) throw new Error(answer.message);
  return answer.file.url.slice(publicUrl.length);
}

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

async function contentAt(gateway: Gateway, path: string): Promise<string> {
  const server = createServer((await gateway.get(MediaFiles)).listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const content = await answer.text();
  server.close();
  return content;
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
