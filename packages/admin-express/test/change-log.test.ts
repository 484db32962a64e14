import type { LogFields } from "@parley/core";
import { describe, expect, it } from "vitest";
import { type DocumentObject, operationsIn } from "./support/document.ts";
import { furnish } from "./support/furniture.ts";
import { realGateway } from "./support/real-gateway.ts";

const by = "admin API";
const till = { channelId: "till", by };

describe("the log", () => {
  it("contains every completed change, and no visitor, conversation, address or secret", async () => {
    const lines: [string, LogFields | undefined][] = [];
    const info = (...line: [string, LogFields?]) => void lines.push([line[0], line[1]]);
    const real = await realGateway({ logger: { info, error: () => {} } });
    const { api } = real;
    const { conversationId, failed, deadLetter } = await furnish(real);
    const told: string[] = [];
    const change = async (operationId: string, method: string, path: string, body?: unknown) => {
      const before = lines.length;
      const { status, json } = await api.send(method, path, body);
      expect([operationId, Math.floor(status / 100)]).toEqual([operationId, 2]);
      told.push(operationId);
      expect(lines.slice(before), operationId).toHaveLength(1);
      return [lines[before], json] as const;
    };
    const letter = `/dead-letters/${conversationId}/${deadLetter}/redeliver`;
    const body = { id: "till", chatApiUrl: "https://till.test/" };
    const visitor = { channel: "shop", visitor: "42" };

    const changes = [
      await change("addChannel", "POST", "/channels", body),
      await change("changeChannel", "PATCH", "/channels/till", { media: "lenient" }),
      await change("rotateChannel", "POST", "/channels/till/rotate"),
      await change("signChannel", "POST", "/channels/till/signing"),
      await change("unsignChannel", "DELETE", "/channels/till/signing"),
      await change("removeChannel", "DELETE", "/channels/till"),
      await change("retryDelivery", "POST", `/deliveries/${failed}/retry`),
      await change("redeliverDeadLetter", "POST", letter),
      await change("changeOwner", "POST", `/conversations/${conversationId}/owner`, {
        fence: 0,
        to: { backend: "default", assignee: "ann@desk.example" },
        why: "Ann knows her",
      }),
      await change("eraseVisitor", "POST", "/visitors/erase", visitor),
      await change("startBackup", "POST", "/backups"),
      await change("startRetention", "POST", "/retention", { before: 1 }),
    ];
    const [backup, retention] = changes.slice(-2).map(([, json]) => (json as { id: string }).id);
    expect(changes.map(([line]) => line)).toEqual([
      ["a channel was added", till],
      ["a channel was changed", till],
      ["a channel secret was rotated", till],
      ["a channel got a signing key", till],
      ["a channel's messages are no longer signed", till],
      ["a channel was removed", till],
      ["a delivery was retried", { by }],
      ["a dead letter was redelivered", { by }],
      ["a conversation changed its owner", { backend: "default", fence: 0, by }],
      ["a visitor was erased", { channelId: "shop", erased: 1, by }],
      ["a backup was started", { jobId: backup, by }],
      ["a retention job was started", { jobId: retention, by }],
    ]);

    const again = await real.say("shop", await newAddress(), 42, "Hello");
    await change("eraseConversation", "DELETE", `/conversations/${again}`);
    expect(lines.at(-1)).toEqual(["a conversation was erased", { by }]);
    const document = (await api.send("GET", "/openapi.json")).json as DocumentObject;
    const changing = operationsIn(document).filter(({ method }) => method !== "GET");
    expect(told.toSorted()).toEqual(
      changing.map(({ operation }) => operation.operationId).toSorted(),
    );

    async function newAddress(): Promise<string> {
      const answer = await real.gateway.channelAdmin.rotate("shop");
      if (!answer.done) throw new Error(answer.refusal.message);
      return answer.value.randomString;
    }
  });

  it("contains no reads and no refused changes", async () => {
    const lines: unknown[] = [];
    const { api } = await realGateway({
      logger: { info: (...line) => void lines.push(line), error: () => {} },
    });
    for (const [method, path] of [
      ["GET", "/channels"],
      ["GET", "/status"],
      ["DELETE", "/channels/nobody"],
      ["DELETE", "/conversations/nobody"],
      ["POST", "/deliveries/nobody.1/retry"],
      ["POST", "/channels"],
    ] as const)
      await api.send(method, path);
    expect(lines).toEqual([]);
  });
});
