import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { textMessage } from "../src/index.ts";
import { signedHeaders } from "./support/agent-request.ts";
import { BlockRuns } from "./support/block-run.ts";
import { codeBlocks } from "./support/code-blocks.ts";
import { openGateway, type OpenedGateway } from "./support/open-gateway.ts";

const blocks = new Map([
  ...codeBlocks("packages/client/README.md", "ts"),
  ...codeBlocks("docs/integrating.md", "ts"),
]);
const runs = new BlockRuns(blocks);
const tried = new Set<string>();
let bench: OpenedGateway;

beforeAll(async () => {
  bench = await openGateway();
});
afterAll(async () => {
  await runs.end();
  await bench.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

async function environment(signingKey = ""): Promise<Record<string, string>> {
  const port = String(await freePort());
  return { PARLEY_INGRESS_URL: bench.ingressUrl, PARLEY_SIGNING_KEY: signingKey, PORT: port };
}

function print(name: string): Promise<string> {
  tried.add(name);
  return environment().then((variables) => runs.run(name, variables));
}

/** Starts a block that takes agents' messages, once it listens, and has the gateway send them there. */
async function listen(name: string, signingKey: string) {
  tried.add(name);
  const variables = await environment(signingKey);
  const server = runs.start(name, variables);
  const origin = `http://127.0.0.1:${variables["PORT"]}`;
  await vi.waitFor(() => fetch(origin), 10_000);
  await bench.pointTo(`${origin}/agent-messages`);
  return { ...server, url: `${origin}/agent-messages/shop` };
}

async function conversation(): Promise<string> {
  const body = JSON.stringify({ sender: { id: 42 }, message: { type: "text", text: "hi" } });
  await fetch(bench.ingressUrl, { method: "POST", body });
  return (await bench.desk.arrived(bench.desk.events.length || 1)).conversationId;
}

describe("TypeScript in the documents", () => {
  it("has the right types, every block", () => {
    expect(runs.complaints()).toBe("");
  });

  it("sends", async () => {
    expect(await print("send.ts")).toMatch(/^agents are there: true\naccepted [0-9a-f]{32} \[\]$/);
    const event = await bench.desk.arrived();
    expect(event.message).toMatchObject({ type: "text", text: "Is it in stock?" });
  });

  it("sends files and places", async () => {
    const before = bench.desk.events.length;
    expect(await print("media.ts")).toMatch(/^\{ id: '[0-9a-f]{32}', warnings: \[\] \}\n\{ id/);
    await bench.desk.arrived(before + 2);
    const types = bench.desk.events.slice(before).map(({ message }) => message.type);
    expect(types).toEqual(["photo", "location"]);
  });

  it("tells of typing, throttled", async () => {
    expect(await print("typing.ts")).toBe("true false\ntrue");
  });

  it.each(["receive.ts", "verify.ts"])(
    "receives what is signed, and nothing else: %s",
    async (name) => {
      const key = await bench.sign(0);
      const server = await listen(name, key);
      await bench.reply(await conversation(), textMessage("Yes, it is."));
      await server.says("Yes, it is.");
      const eve = { sender: { name: "Eve" }, recipient: { id: 42 } };
      const body = JSON.stringify({
        ...eve,
        message: { type: "text", id: "e", text: "Pay here." },
      });
      expect((await fetch(server.url, { method: "POST", body })).status).toBe(401);
      expect(server.lines.join("\n")).not.toContain("Pay here.");
      const headers = signedHeaders(key, Math.floor(Date.now() / 1_000), body);
      const answer = await fetch(server.url, { method: "POST", body, headers });
      expect(answer.headers.get("content-type")).toMatch("application/json");
      expect(await answer.json()).toEqual({ result: "ok" });
    },
  );

  it("rejects in words that an agent reads", async () => {
    const server = await listen("receive.ts", "");
    const body = JSON.stringify({
      sender: { name: "Ada" },
      recipient: { id: "gone" },
      message: { type: "text", id: "m", text: "Hello?" },
    });
    const answer = await fetch(server.url, { method: "POST", body });
    const error = { code: 1, message: "The visitor has left." };
    expect([answer.status, await answer.json()]).toEqual([200, { error }]);
  });

  it("does both in one program", async () => {
    const server = await listen("both-ways.ts", await bench.sign(0));
    await server.says("warnings: []");
    await bench.reply(await conversation(), textMessage("Yes, it is."));
    await server.says("text: 'Yes, it is.'");
  });

  it("mounts a receiver on every server that is named", async () => {
    expect(await print("mounts.ts")).toBe("");
  });

  it("has no block that is not tried", () => {
    expect([...tried].toSorted()).toEqual([...blocks.keys()].toSorted());
  });
});
