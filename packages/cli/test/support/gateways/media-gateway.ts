import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import {
  AgentBackend,
  createGateway,
  type Gateway,
  HttpClient,
  MediaStore,
  Transport,
} from "@parley/core";
import { mediaDirectory, MediaFiles } from "@parley/media-directory";
import { ContainerModule } from "inversify";

const publicUrl = "https://chat.example/media";

/** A gateway with a media directory, whose agent app has one file. @param adapters platform and store */
export function openMediaGateway(
  directory: string,
  ...adapters: readonly ContainerModule[]
): Promise<Gateway> {
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
  return createGateway(...adapters, mediaDirectory({ directory, publicUrl }), fittings);
}

/** Copies the file into a new conversation. @returns its path below the public URL */
export async function copyFile(gateway: Gateway): Promise<string> {
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

/** Content of the file at a path below the public URL. */
export async function contentAt(gateway: Gateway, path: string): Promise<string> {
  const server = createServer((await gateway.get(MediaFiles)).listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const content = await answer.text();
  server.close();
  return content;
}
