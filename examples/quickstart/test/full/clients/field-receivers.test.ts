import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Endpoint } from "../../support/endpoint.ts";
import { eventually } from "../../support/eventually.ts";
import { askAdmin, firstConversation } from "../../support/first-conversation.ts";
import { parley } from "../../support/parley.ts";
import type { QuickstartProcess } from "../../support/quickstart-process.ts";
import { QuickstartRuns } from "../../support/quickstart-runs.ts";

interface Finding {
  readonly check: string;
  readonly level: "ok" | "warning" | "fault";
  readonly channelId?: string;
  readonly message: string;
  readonly advice?: string;
}

const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
const yes = json({ result: "ok" });
const yesInString = json('{"result": "ok"}');
const typeOf = (body: string) => (JSON.parse(body) as { message: { type: string } }).message.type;
const isTyping = (body: string) => typeOf(body).startsWith("type");

const runs = new QuickstartRuns();
let quickstart: QuickstartProcess;
let endpoint: Endpoint;
let first: Awaited<ReturnType<typeof firstConversation>>;

beforeAll(async () => {
  endpoint = await Endpoint.open();
  quickstart = await runs.start(runs.freshData(), { PARLEY_SHOP_PORT: "0" });
  first = await firstConversation(quickstart);
});

afterAll(async () => {
  await runs.end();
  await endpoint.close();
});

/** Changes the channel, so that the doctor forgets earlier answers. */
async function set(change: object): Promise<void> {
  const answer = await askAdmin(quickstart, "PATCH", change);
  expect(answer.status).toBe(200);
  endpoint.posts.length = 0;
}

/** An agent writes, and the endpoint answers once. */
async function reply(text: string): Promise<string> {
  const id = await first.agent.reply(first.conversationId, text);
  await eventually(() => Promise.resolve(endpoint.texts.includes(text) || undefined));
  return id;
}

async function stateOf(id: string, state: string): Promise<void> {
  await eventually(async () => {
    const messages = await first.agent.messages(first.conversationId);
    return messages.find((one) => one.id === id && one.state === state);
  });
}

async function troubles(): Promise<readonly Finding[]> {
  const { stdout } = await parley(quickstart, "doctor", "--json", "--channel", "shop");
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return findings.filter(({ channelId, level }) => channelId === "shop" && level !== "ok");
}

describe("a receiver that answers with JSON inside a JSON string, and null when it failed", () => {
  it("gets each text once with acknowledge affirmative", async () => {
    endpoint.answer = () => yesInString;
    await set({ chatApiUrl: `${endpoint.url}/chat`, acknowledge: "affirmative" });
    const id = await reply("once");
    await stateOf(id, "delivered");
    expect(endpoint.texts).toEqual(["once"]);
  });

  it("is not called well by the doctor, though it takes typing, once a message was answered with null", async () => {
    endpoint.answer = ({ body }) => (isTyping(body) ? yes : json(null));
    await set({ acknowledge: "any-2xx" });
    await reply("null");
    await eventually(async () => ((await troubles()).length > 0 ? true : undefined));
    const [trouble, ...others] = await troubles();
    expect(others).toEqual([]);
    expect(trouble).toMatchObject({ check: "receiver-messages", level: "fault" });
    expect(trouble?.message).toContain("with `null`");
    endpoint.answer = () => yes;
  });
});

describe("a receiver that knows no typing", () => {
  it("is sent none with typing off, and nothing by the doctor, which advised it", async () => {
    endpoint.answer = ({ body }) => (isTyping(body) ? json(null) : yes);
    await set({ acknowledge: "result-ok" });
    await stateOf(await reply("taken"), "delivered");
    const [trouble, ...others] = await troubles();
    expect(others).toEqual([]);
    expect(trouble).toMatchObject({ check: "receiver-typing", level: "warning" });
    expect(trouble?.advice).toContain("`typing: off`");
    await set({ typing: "off" });
    for (const type of ["typein", "typeout"])
      await first.agent.ask("POST", `conversations/${first.conversationId}/typing`, { type });
    await stateOf(await reply("after typing"), "delivered");
    expect(await troubles()).toEqual([]);
    expect(endpoint.posts.map(({ body }) => typeOf(body))).toEqual(["text"]);
  });
});

describe("a client whose bodies are refused or cut among many good ones", () => {
  it("has each of its ways named, though all came within a second", async () => {
    const { ingressUrl } = quickstart.firstChannel;
    const photo = { type: "photo", file: "https://shop.example/1.jpg", file_name: "1.jpg" };
    const messages = [
      ...Array.from({ length: 20 }, (_, index) => ({ type: "text", text: `good ${index}` })),
      ...Array.from({ length: 6 }, () => photo),
      { type: "text", text: "a".repeat(1_001) },
    ];
    const statuses: number[] = [];
    for (const message of messages) {
      const body = JSON.stringify({ sender: { id: "v1" }, message });
      statuses.push((await fetch(ingressUrl, { method: "POST", body })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(6);
    const found = await troubles();
    const named = found.map(({ check }) => check).filter((check) => check.startsWith("quirk-"));
    expect(named.toSorted()).toEqual(["quirk-file-size", "quirk-long-text"]);
    const seen = found.find(({ check }) => check === "quirk-file-size")?.message;
    expect(seen).toContain("(6 of");
  });
});
