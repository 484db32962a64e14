import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { adminExpress } from "@parley/admin-express";
import { agentConsole, ConsoleApp } from "@parley/agent-console";
import { createGateway, type Gateway } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { platformNode } from "@parley/platform-node";
import { transportUndici } from "@parley/transport-undici";
import express from "express";

const token = "a token of this run alone";
const firstAccount = { email: "ada@shop.test", password: "correct horse battery", name: "Ada" };

/** Admin API and console of one gateway on one socket, with a channel `shop` and a conversation in it. */
export interface ConsoleGateway {
  readonly gateway: Gateway;
  readonly conversationId: string;
  /** An authorized request; the answer's status and code, and whether its body is what an API may say. */
  ask(method: string, path: string, body: Uint8Array): Promise<ApiAnswer>;
  close(): Promise<void>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly code: number | null;
}

export async function openConsoleGateway(): Promise<ConsoleGateway> {
  const directory = mkdtempSync(join(tmpdir(), "parley-corpora-"));
  const app = express();
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = await createGateway(
    platformNode({ logLevel: "error" }),
    memoryStores(),
    transportUndici({ allowInsecureLoopback: true }),
    agentConsole({ baseUrl: url, firstAccount, directory }),
  );
  const consoleApp = await gateway.get(ConsoleApp);
  app.use("/console", consoleApp.router);
  app.use("/admin", adminExpress(gateway, { token, publicUrl: `${url}/chat` }));
  const conversationId = await converse(gateway, "http://127.0.0.1:9/{channel}");
  const cookie = await signIn(url);
  return {
    gateway,
    conversationId,
    ask: async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, cookie, origin: url };
      const response = await fetch(url + path, { method, headers, body: Uint8Array.from(body) });
      return { status: response.status, code: codeOf(await response.text()) };
    },
    close: async () => {
      consoleApp.close();
      server.close();
      server.closeAllConnections();
      await gateway.close();
      rmSync(directory, { recursive: true });
    },
  };
}

async function converse(gateway: Gateway, chatApiUrl: string): Promise<string> {
  const added = await gateway.channelAdmin.add({ id: "shop", chatApiUrl });
  if (!added.done) throw new Error(added.refusal.message);
  const pass = await gateway.inbox.authenticate("shop", added.value.randomString);
  if (pass === null) throw new Error("the channel is gone");
  const sender = { id: 1, name: "Mina" };
  const body = JSON.stringify({ sender, message: { type: "text", text: "Hi" } });
  await gateway.inbox.accept(pass, Buffer.from(body));
  const [conversation] = (await gateway.conversations.list({ before: null, limit: 1 })).items;
  if (conversation === undefined) throw new Error("there is no conversation");
  return conversation.id;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/console/api/auth/sign-in/email`, {
    method: "POST",
    headers: { origin: url },
    body: JSON.stringify(firstAccount),
  });
  if (response.status >= 300) throw new Error(`signing in was answered ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
}

function codeOf(text: string): number | null {
  if (text === "") return null;
  const { error } = JSON.parse(text) as { error?: { code?: number } };
  return error?.code ?? null;
}
