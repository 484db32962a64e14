import fs from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { syncBuiltinESMExports } from "node:module";
import {
  AgentBackend,
  createGateway,
  HttpClient,
  type MediaCopyRequest,
  MediaStore,
  PluginState,
  Transport,
  type TransportResult,
} from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storePostgres } from "@parley/store-postgres";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import { openDeskClient } from "./desk-http-client.ts";

/** One node with a media directory on PostgreSQL, in a process that can be killed. */
const [given = ""] = process.argv.slice(2);
const place = JSON.parse(given) as { connection: string; directory: string; diesAt: string };
let dies = false;

/** Nothing runs after this: as `kill -9` of somebody else at this very step. */
const die = () => process.kill(process.pid, "SIGKILL");

// Patched before the package is loaded, which then gets these functions.
const { rename, open } = fs;
fs.rename = async (from, to) => {
  await rename(from, to);
  if (dies && place.diesAt === "row") die();
};
fs.open = async (...all) => {
  const handle = await open(...all);
  if (dies && place.diesAt === "draft" && String(all[0]).includes("tmp")) {
    await handle.writeFile("half");
    die();
  }
  return handle;
};
syncBuiltinESMExports();
const { mediaDirectory, MediaFiles } = await import("../../src/index.ts");

const mediaState = Symbol("state of the media store") as ServiceIdentifier<PluginState>;
const ok: TransportResult = {
  kind: "response",
  status: 200,
  body: new TextEncoder().encode('{"result":"ok"}'),
  truncated: false,
};
const client = await openDeskClient();
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const gateway = await createGateway(
  platformNode({ clock: false, logLevel: "error" }),
  storePostgres({ connection: place.connection, allowNonDurable: true }),
  mediaDirectory({ directory: place.directory, publicUrl: url }),
  new ContainerModule(({ bind }) => {
    bind(Transport).toConstantValue({ post: async () => ok });
    bind(HttpClient).toConstantValue(client.http);
    bind(AgentBackend).toConstantValue({
      availability: async () => 1,
      receive: async () => ({ outcome: "taken" }),
      report: async () => ({ outcome: "taken" }),
    });
    bind(mediaState).toResolvedValue(
      (state: PluginState) => state,
      [{ serviceIdentifier: PluginState, name: "media" }],
    );
  }),
).catch((error: unknown) => {
  const failed = error instanceof Error ? { ...error, message: error.message } : {};
  process.send?.({ failed }, () => process.exit(1));
  return new Promise<never>(() => {});
});
const files = await gateway.get(MediaFiles);
server.on("request", files.listener);
const state = await gateway.get(mediaState);
const media = await gateway.get(MediaStore);

/** Opens a conversation. */
async function conversation(visitor: string): Promise<string> {
  const made = await gateway.channelAdmin.add({ id: visitor, chatApiUrl: "https://shop.example/" });
  if (!made.done) throw new Error(made.refusal.message);
  const pass = await gateway.inbox.authenticate(visitor, made.value.randomString);
  if (pass === null) throw new Error("the channel cannot be entered");
  const message = { sender: { id: visitor }, message: { type: "text", text: "hello" } };
  await gateway.inbox.accept(pass, new TextEncoder().encode(JSON.stringify(message)));
  return (await gateway.conversations.findVisitor(visitor, visitor))?.id ?? "";
}

const commands: Readonly<Record<string, (value: string) => Promise<unknown>>> = {
  conversation,
  copy: (request) => {
    dies = true;
    const { signal } = new AbortController();
    return media.copy({ ...(JSON.parse(request) as MediaCopyRequest), signal });
  },
  erase: (id) => gateway.conversations.erase(id),
  rows: async () => (await state.list("file:", { after: null, limit: 500 })).entries,
  sweep: () => state.wake("sweep"),
};
process.on("disconnect", () => process.exit());
process.on("message", ([name, value]: readonly [string, string]) => {
  void commands[name]?.(value).then((result) => process.send?.({ result: result ?? null }));
});
process.send?.({ url });
