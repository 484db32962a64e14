import {
  handledFirst,
  ManualTime,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import { AgentBackend, createGateway, type Gateway, Transport } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { ContainerModule } from "inversify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { echoAgent } from "../src/echo-agent.ts";

interface AgentMessage {
  readonly sender: { readonly name: string };
  readonly recipient: { readonly id: string | number };
  readonly message: Readonly<Record<string, unknown>>;
}

const time = new ManualTime();
let gateway: Gateway;
let transport: ScriptedTransport;
let say: (message: object) => Promise<void>;

beforeEach(async () => {
  transport = new ScriptedTransport(time);
  const wire = new ContainerModule(({ bind }) => void bind(Transport).toConstantValue(transport));
  const platform = testPlatform(time, new SeededRandom(), []);
  gateway = await createGateway(platform, memoryStores(), wire, echoAgent());
  const added = await gateway.channelAdmin.add({
    id: "shop",
    chatApiUrl: "https://shop.example/chat",
  });
  if (!added.done) throw new Error(added.refusal.message);
  const pass = await gateway.inbox.authenticate("shop", added.value.randomString);
  if (pass === null) throw new Error("the new channel cannot be entered");
  say = async (message) => {
    const body = JSON.stringify({ sender: { id: 42 }, message });
    const answer = await gateway.inbox.accept(pass, new TextEncoder().encode(body));
    if (!answer.accepted) throw new Error(answer.refusal.message);
    await time.settle();
  };
});

afterEach(() => gateway.close());

const sent = (): AgentMessage[] => transport.posts.map(({ body }) => JSON.parse(body));

describe("the echo agent", () => {
  it("says back to the visitor what the visitor wrote", async () => {
    await say({ type: "text", text: "Is anybody there?" });
    expect(sent()).toEqual([
      {
        sender: { name: "Echo" },
        recipient: { id: 42 },
        message: { id: expect.any(String), type: "text", text: "Is anybody there?" },
      },
    ]);
  });

  it("says back a picture with everything that belongs to it", async () => {
    const photo = { file: "https://shop.example/1.png", file_name: "1.png", file_size: 9 };
    await say({ type: "photo", ...photo });
    expect(sent()[0]?.message).toMatchObject({ type: "photo", ...photo });
  });

  it("keeps the order in which the visitor wrote", async () => {
    for (const text of ["one", "two", "three"]) await say({ type: "text", text });
    expect(sent().map(({ message }) => message["text"])).toEqual(["one", "two", "three"]);
  });

  it("echoes an event that comes again only once", async () => {
    await say({ type: "text", text: "hello" });
    const agent = await gateway.get(AgentBackend);
    const { items } = await gateway.conversations.list({ before: null, limit: 1 });
    const [conversation] = items;
    if (conversation === undefined) throw new Error("there is no conversation");
    const { items: messages } = await gateway.conversations.messages(conversation.id, {
      before: null,
      limit: 10,
    });
    const inbound = messages.find(({ direction }) => direction === "inbound");
    const event = {
      ...handledFirst(),
      id: `${conversation.id}.${inbound?.sequence}`,
      conversationId: conversation.id,
      channelId: "shop",
      sequence: inbound?.sequence ?? 0,
      visitor: { id: "42" },
      message: { type: "text", text: "hello" },
      acceptedAt: time.now(),
      fence: 0,
    } as const;
    expect(await agent.receive(event, new AbortController().signal)).toEqual({ outcome: "taken" });
    await time.settle();
    expect(transport.posts).toHaveLength(1);
  });

  it("is always available", async () => {
    expect(await (await gateway.get(AgentBackend)).availability("shop")).toBe(1);
  });
});
