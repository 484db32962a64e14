import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentBackend, createGateway, type Gateway, Transport } from "@parley/core";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { ContainerModule } from "inversify";
import { onTestFinished } from "vitest";
import type { AdminOptions } from "../../src/index.ts";
import { serve } from "./served.ts";

/** Text of a visitor that the agent app rejects. */
export const poison = "poison";

/** A gateway on SQLite with the admin API. Its agent app accepts everything except `poison`. */
export async function realGateway(options: Partial<AdminOptions> = {}) {
  const directory = mkdtempSync(join(tmpdir(), "parley-admin-"));
  const receiver = { answer: '{"result":"ok"}' };
  const fittings = new ContainerModule(({ bind }) => {
    bind(Transport).toConstantValue({
      post: async () => {
        const body = new TextEncoder().encode(receiver.answer);
        return { kind: "response", status: 200, body, truncated: false };
      },
    });
    bind(AgentBackend).toConstantValue({
      availability: async () => 1,
      receive: async ({ message }) =>
        "text" in message && message.text === poison
          ? { outcome: "rejected", reason: "not this" }
          : { outcome: "taken" },
      report: async () => ({ outcome: "taken" }),
    });
  });
  const store = storeSqlite({ directory: join(directory, "data") });
  const gateway = await createGateway(platformNode({ logLevel: "silent" }), store, fittings);
  onTestFinished(async () => {
    await gateway.close();
    rmSync(directory, { recursive: true });
  });
  const backupDirectory = join(directory, "backups");
  const api = await serve(gateway, { backupDirectory, ...options });
  return { gateway, api, receiver, directory, backupDirectory, ...people(gateway) };
}

/** A visitor and an agent that call the gateway directly, without a network. */
function people(gateway: Gateway) {
  return {
    /** Adds a channel and returns its secret. */
    addChannel: async (id: string): Promise<string> => {
      const answer = await gateway.channelAdmin.add({ id, chatApiUrl: "https://shop.test/chat" });
      if (!answer.done) throw new Error(answer.refusal.message);
      return answer.value.randomString;
    },
    /** A visitor writes. Returns the conversation's id. */
    say: async (channel: string, channelSecret: string, id: string | number, text: string) => {
      const pass = await gateway.inbox.authenticate(channel, channelSecret);
      if (pass === null) throw new Error("the channel cannot be entered");
      const body = JSON.stringify({ sender: { id, name: "Ann" }, message: { type: "text", text } });
      const answer = await gateway.inbox.accept(pass, new TextEncoder().encode(body));
      if (!answer.accepted) throw new Error(answer.refusal.message);
      const conversation = await gateway.conversations.findVisitor(channel, id);
      return conversation?.id ?? "";
    },
    reply: async (conversationId: string, text: string): Promise<void> => {
      const answer = await gateway.outbox.send({
        conversationId,
        idempotencyKey: null,
        sender: { name: "Bob" },
        message: { type: "text", text },
      });
      if (!answer.accepted) throw new Error(answer.refusal.message);
    },
  };
}
