import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AdminClient } from "../../support/admin-client.ts";
import { ConsoleClient } from "../../support/console-client.ts";
import { eventually } from "../../support/eventually.ts";
import { askAdmin } from "../../support/first-conversation.ts";
import { findPython, PythonShop, runPython } from "../../support/python.ts";
import { parleyScript } from "../../support/parley.ts";
import type { QuickstartProcess } from "../../support/quickstart-process.ts";
import { QuickstartRuns } from "../../support/quickstart-runs.ts";

const python = findPython();
const runs = new QuickstartRuns();
const shops: PythonShop[] = [];
let quickstart: QuickstartProcess;
let agent: ConsoleClient;
let key: string;

/** A shop that verifies with these keys and gets agents' messages from now on. */
async function openShop(signingKeys: string, visitor: string): Promise<PythonShop> {
  const shop = await PythonShop.start(python ?? "", {
    PARLEY_INGRESS_URL: quickstart.firstChannel.ingressUrl,
    PARLEY_SIGNING_KEY: signingKeys,
    VISITOR: visitor,
  });
  shops.push(shop);
  expect((await askAdmin(quickstart, "PATCH", { chatApiUrl: shop.url })).status).toBe(200);
  return shop;
}

/** The channel's newest key; the previous one signs too. */
async function sign(): Promise<string> {
  const admin = new AdminClient(quickstart.url, quickstart.dataDirectory);
  const answer = await admin.ask("POST", "/channels/shop/signing");
  return ((await answer.json()) as { readonly signingKey: string }).signingKey;
}

async function conversationOf(visitor: string): Promise<string> {
  const found = await eventually(async () =>
    (await agent.conversations()).find((one) => one.visitor["id"] === visitor),
  );
  return found.id;
}

function lastOf(conversationId: string) {
  return eventually(async () => {
    const last = (await agent.messages(conversationId)).at(-1);
    return last?.state !== "waiting" && last;
  }, 20_000);
}

interface Signing {
  readonly key: string;
  readonly atSeconds?: number;
  readonly of?: string;
}

/** An agent's message signed as by a gateway. */
async function post(shop: PythonShop, id: string, signing: Signing | null): Promise<number> {
  const message = { type: "text", id, text: id };
  const body = JSON.stringify({ sender: { name: "Eve" }, recipient: { id: "p" }, message });
  const headers = signing === null ? {} : signatureOf(id, body, signing);
  return (await fetch(`${shop.url}/shop`, { method: "POST", headers, body })).status;
}

function signatureOf(id: string, body: string, signing: Signing): Record<string, string> {
  const { key: secret, atSeconds = Math.floor(Date.now() / 1_000), of = body } = signing;
  const hmac = createHmac("sha256", Buffer.from(secret.slice(6), "base64"));
  const signature = hmac.update(`${id}.${atSeconds}.${of}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(atSeconds),
    "webhook-signature": `v1,${signature}`,
  };
}

describe.skipIf(python === null)("the Python client", { timeout: 60_000 }, () => {
  beforeAll(async () => {
    quickstart = await runs.start(runs.freshData(), { PARLEY_SHOP_PORT: "0" });
    agent = await ConsoleClient.signIn(quickstart.url);
    key = await sign();
  });
  afterAll(async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
    await runs.end();
  });

  it("passes its own tests", () => {
    expect(runPython(python ?? "", ["-m", "unittest", "discover"])).toMatch(/Ran [4-9]\d tests/);
  });

  it("chats through a gateway both ways, signed, in both encodings", async () => {
    const shop = await openShop(key, "p-1");
    expect(await shop.type("/status")).toBe("status 0");
    expect((await agent.ask("PUT", "presence", { available: true })).status).toBe(200);
    await eventually(async () => (await shop.type("/status")) === "status 1");
    expect(await shop.type("Grüße 👋")).toMatch(/^sent [0-9a-f]{32}$/);
    const id = await conversationOf("p-1");
    expect((await agent.messages(id))[0]).toMatchObject({ direction: "inbound", text: "Grüße 👋" });
    expect(await shop.type("/photo https://files.example/cat.png 9")).toMatch(/^sent/);
    expect(await shop.type("/typing")).toBe("typing told");
    expect(await shop.type("/typing")).toBe("typing not told");
    const heard: string[] = [];
    for (const transfer of ["content-length", "chunked"]) {
      expect((await askAdmin(quickstart, "PATCH", { transfer })).status).toBe(200);
      await agent.reply(id, `Schön: ${transfer}`);
      expect(await lastOf(id)).toMatchObject({ direction: "outbound", state: "delivered" });
      heard.push(`Schön: ${transfer}`);
      await eventually(() => shop.heard.length === heard.length);
      const said = shop.heard.map((line) => line.replace(/^'.*' to 'p-1': '(.*)'$/, "$1"));
      expect(said).toEqual(heard);
    }
    await agent.ask("POST", `conversations/${id}/typing`, { type: "typein" });
    expect(await eventually(() => shop.heard[2])).toMatch(/^'.*' types$/);
  });

  it("passes every rule of the receiver check, signed", async () => {
    const shop = await openShop(key, "p-check");
    const args = [parleyScript, "receiver", "check", shop.url, "--channel", "shop", "--json"];
    const check = spawnSync(process.execPath, [...args, "--allow-insecure-loopback"], {
      env: { ...process.env, PARLEY_SIGNING_KEY: key },
      encoding: "utf8",
    });
    const verdicts = check.stdout.trimEnd().split("\n");
    const summary = JSON.parse(verdicts.pop() ?? "") as Record<string, number>;
    expect(summary).toMatchObject({ type: "summary", passed: verdicts.length });
    expect(verdicts.length).toBeGreaterThan(40);
    expect(check.status).toBe(0);
  });

  it("goes on with its key while the channel changes to another", async () => {
    const shop = await openShop(key, "p-2");
    await shop.type("hello");
    const next = await sign();
    await agent.reply(await conversationOf("p-2"), "welcome");
    await eventually(() => shop.heard.length === 1);
    key = next;
  });

  it("refuses what is unsigned, signed with another key, or signed long ago", async () => {
    const shop = await openShop(`whsec_${"B".repeat(44)} ${key}`, "p-3");
    const other = `whsec_${"A".repeat(44)}`;
    const longAgo = Math.floor(Date.now() / 1_000) - 301;
    expect(await post(shop, "unsigned", null)).toBe(401);
    expect(await post(shop, "wrong", { key: other })).toBe(401);
    expect(await post(shop, "changed", { key, of: "{}" })).toBe(401);
    expect(await post(shop, "old", { key, atSeconds: longAgo })).toBe(401);
    expect(shop.heard).toEqual([]);
    expect(await post(shop, "good", { key })).toBe(200);
    await eventually(() => shop.heard.length === 1);
    expect(shop.heard).toEqual(["'Eve' to 'p': 'good'"]);
  });

  it("refuses a gateway whose key it does not have, and the agent is told", async () => {
    const shop = await openShop(`whsec_${"A".repeat(44)}`, "p-4");
    await shop.type("hello");
    const id = await conversationOf("p-4");
    await agent.reply(id, "welcome");
    expect(await lastOf(id)).toMatchObject({ state: "failed", failure: { reason: "http-status" } });
    expect(shop.heard).toEqual([]);
  });
});
