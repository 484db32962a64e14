import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { type DocumentObject, faultsOf, operationsIn } from "./support/document.ts";
import { eventually } from "./support/eventually.ts";
import { furnish } from "./support/furniture.ts";
import { realGateway } from "./support/real-gateway.ts";

describe("the OpenAPI document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const { api } = await realGateway();
    const { json } = await api.send("GET", "/openapi.json");
    const result = await new Validator().validate(structuredClone(json) as Record<string, unknown>);
    expect(result).toEqual({ valid: true });
    const { paths } = json as DocumentObject;
    const broken = { ...(json as object), paths: { ...paths, "/x": { get: { responses: 3 } } } };
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  it("says what every operation answers, field by field", async () => {
    const real = await realGateway();
    const { api } = real;
    const document = (await api.send("GET", "/openapi.json")).json as DocumentObject;
    const { conversationId, failed, deadLetter } = await furnish(real);
    const asked = new Set<string>();
    const faults: unknown[] = [];
    const ask = async (operationId: string, method: string, path: string, body?: unknown) => {
      const answer = await api.send(method, path, body);
      asked.add(operationId);
      expect([operationId, Math.floor(answer.status / 100)]).toEqual([operationId, 2]);
      faults.push(...faultsOf(document, operationId, answer).map((fault) => [operationId, fault]));
      return answer.json as Record<string, unknown>;
    };
    const ended = (id: unknown) =>
      eventually(
        async () => (await ask("showJob", "GET", `/jobs/${String(id)}`))["state"] !== "running",
      );

    await ask("showStatus", "GET", "/status");
    await ask("runDoctor", "GET", "/doctor?probe=false&channel=shop");
    await ask("showOpenApi", "GET", "/openapi.json");
    await ask("listChannels", "GET", "/channels");
    await ask("addChannel", "POST", "/channels", { id: "till", chatApiUrl: "https://till.test/" });
    await ask("showChannel", "GET", "/channels/till");
    await ask("changeChannel", "PATCH", "/channels/till", { media: "lenient" });
    await ask("rotateChannel", "POST", "/channels/till/rotate", { now: true });
    const signed = await ask("signChannel", "POST", "/channels/till/signing");
    expect(signed).toMatchObject({ signed: true, signingKey: expect.stringMatching(/^whsec_/) });
    await ask("unsignChannel", "DELETE", "/channels/till/signing");
    await ask("removeChannel", "DELETE", "/channels/till");
    for (const query of ["state=waiting", "state=failed&kind=outbound&channel=shop&limit=1"])
      await ask("listDeliveries", "GET", `/deliveries?${query}`);
    const ofConversation = `/deliveries?conversation=${conversationId}`;
    expect((await ask("listDeliveries", "GET", ofConversation))["deliveries"]).toHaveLength(4);
    const shown = await ask("showDelivery", "GET", `/deliveries/${failed}`);
    expect(shown["attempts"]).toMatchObject([{ outcome: "failure-shape", status: 200 }]);
    await ask("retryDelivery", "POST", `/deliveries/${failed}/retry`);
    expect((await ask("listDeadLetters", "GET", "/dead-letters"))["deadLetters"]).toHaveLength(1);
    const letter = `/dead-letters/${conversationId}/${deadLetter}/redeliver`;
    await ask("redeliverDeadLetter", "POST", letter);
    const visitors = "/conversations?channel=shop&visitor=42";
    expect((await ask("listConversations", "GET", visitors))["conversations"]).toHaveLength(1);
    await ask("showConversation", "GET", `/conversations/${conversationId}`);
    const owner = `/conversations/${conversationId}/owner`;
    const to = { backend: "default", assignee: "ann" };
    await ask("changeOwner", "POST", owner, { fence: 0, to, why: "Ann knows her" });
    expect((await ask("showOwner", "GET", owner))["changes"]).toHaveLength(1);
    expect((await ask("countOwners", "GET", "/owners"))["owners"]).toHaveLength(1);
    const messages = `/conversations/${conversationId}/messages?limit=200`;
    expect((await ask("listMessages", "GET", messages))["messages"]).toHaveLength(4);
    await askLines("exportConversation", `/conversations/${conversationId}/export`);
    await askLines("exportConversations", "/export?channel=shop");
    await ended((await ask("startBackup", "POST", "/backups", {}))["id"]);
    expect((await ask("listBackups", "GET", "/backups"))["backups"]).toHaveLength(1);
    await ended((await ask("startRetention", "POST", "/retention", { before: 1 }))["id"]);
    expect((await ask("listJobs", "GET", "/jobs"))["jobs"]).toMatchObject([
      { state: "done", result: { conversations: 0 } },
      { state: "done", result: { files: [{ name: "parley.db" }] } },
    ]);
    await ask("eraseConversation", "DELETE", `/conversations/${conversationId}`);
    await ask("eraseVisitor", "POST", "/visitors/erase", { channel: "shop", visitor: "42" });

    expect(faults).toEqual([]);
    const documented = operationsIn(document).map(({ operation }) => operation.operationId);
    expect([...asked].toSorted()).toEqual(documented.toSorted());

    async function askLines(operationId: string, path: string): Promise<void> {
      const answer = await api.text("GET", path);
      asked.add(operationId);
      expect(answer.text.trimEnd().split("\n")).toHaveLength(6);
      faults.push(...faultsOf(document, operationId, answer));
    }
  });

  it("and this test detects a missing field", async () => {
    const { api } = await realGateway();
    const document = (await api.send("GET", "/openapi.json")).json as DocumentObject;
    const answer = await api.text("GET", "/status");
    const wrong = (text: string) => faultsOf(document, "showStatus", { ...answer, text });
    expect(wrong(answer.text)).toEqual([]);
    expect(wrong(answer.text.replace('"ready":true', '"ready":1'))).not.toEqual([]);
    expect(wrong(answer.text.replace('"version"', '"versions"'))).not.toEqual([]);
    expect(wrong(answer.text.replace('"lanes":', '"more":1,"lanes":'))).not.toEqual([]);
    expect(faultsOf(document, "showStatus", { ...answer, status: 202 })).not.toEqual([]);
  });
});
