import { wireSamples } from "@parley/conformance";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type AgentMessage,
  type AgentTyping,
  createClient,
  createReceiver,
  fileMessage,
  locationMessage,
  type Message,
  type ReceiverOptions,
  RejectMessage,
  type Sent,
  textMessage,
  type VisitorId,
} from "../src/index.ts";
import { nodeHandler } from "../src/node/index.ts";
import { openGateway, type OpenedGateway } from "./support/open-gateway.ts";
import { serve } from "./support/serve.ts";

let bench: OpenedGateway;

beforeAll(async () => {
  bench = await openGateway({ media: "lenient" });
});
afterAll(() => bench.close());

let visitors = 0;
const newVisitor = () => `visitor-${(visitors += 1)}`;

async function said(id: VisitorId, message: Message): Promise<Sent> {
  const { ingressUrl, desk } = bench;
  desk.events.length = 0;
  return createClient({ ingressUrl }).send({ sender: { id, name: "Bo" }, message });
}

describe("a visitor's message, through a gateway, to the agents", () => {
  const messages = [
    textMessage("Grüße 👋"),
    fileMessage("video", "https://files.example/a.mp4", { file_size: 7, duration: 2 }),
    fileMessage("audio", "https://files.example/a.mp3", { file_size: 7, performer: "p" }),
    fileMessage("voice", "https://files.example/a.ogg", { file_size: 7 }),
    fileMessage("photo", "https://files.example/a%20b.png?x=1", { file_size: 7, text: "look" }),
    fileMessage("sticker", "https://files.example/a.webp", { file_size: 7, emoji: "🎈" }),
    fileMessage("document", "https://files.example/", { file_name: "bill.pdf", file_size: 7 }),
    locationMessage(50.45, -30.52, { title: "here" }),
  ];

  it.each(messages)(
    "$type arrives with every field of its own, and with an id",
    async (message) => {
      const sent = await said(newVisitor(), message);
      const event = await bench.desk.arrived();
      expect(event.message).toEqual({ ...message, id: sent.id });
      expect(event.visitor.name).toBe("Bo");
      expect(sent.warnings).toEqual([]);
    },
  );

  it("keeps the id that it has", async () => {
    const sent = await said(newVisitor(), { ...textMessage("hi"), id: "my-7" });
    expect([sent.id, (await bench.desk.arrived()).message.id]).toEqual(["my-7", "my-7"]);
  });

  it("comes with warnings about what was cut or dropped", async () => {
    const { warnings } = await said(newVisitor(), textMessage("x".repeat(1_001)));
    expect(warnings).toEqual([{ field: "message.text", message: "Cut to 1000 characters." }]);
  });

  it.each([
    ["a string", 'ä"\\😀', 'ä"\\😀'],
    ["a number", 42, "42"],
    ["an integer of 26 digits", 90071992547409931234567890n, "90071992547409931234567890"],
    ["a negative one", -7n, "-7"],
  ])("is from the visitor whose id is %s", async (_name, id, text) => {
    await said(id, textMessage("hi"));
    expect((await bench.desk.arrived()).visitor.id).toBe(text);
  });

  it("tells that somebody types", async () => {
    const { ingressUrl, desk } = bench;
    const id = newVisitor();
    await said(id, textMessage("hi"));
    await desk.arrived();
    const client = createClient({ ingressUrl });
    expect(await client.typing(id, "typein")).toBe(true);
    await expect.poll(() => desk.typings.at(-1)).toBe("typein");
    expect(await client.typing(id, "typeout")).toBe(true);
    await expect.poll(() => desk.typings.at(-1)).toBe("typeout");
  });

  it("asks whether anybody is there", async () => {
    const client = createClient({ ingressUrl: `${bench.ingressUrl}/` });
    for (const availability of [0, 1] as const) {
      bench.desk.availability = availability;
      await bench.time.advance(1_001);
      expect(await client.status()).toBe(availability);
    }
  });
});

describe("an agent's message, through a gateway, to the integrating system", () => {
  async function receiving() {
    const messages: AgentMessage[] = [];
    const typings: AgentTyping[] = [];
    const receiver = createReceiver({
      onMessage: (event) => void messages.push(event),
      onTyping: (event) => void typings.push(event),
    });
    await bench.pointTo(`${await serve(nodeHandler(receiver))}/agent-messages`);
    onTestFinished(() => bench.pointTo("http://127.0.0.1:9/nobody"));
    return { messages, typings };
  }

  const samples = wireSamples("agent").map(({ name, text }) => {
    const { message } = JSON.parse(text) as { readonly message: Record<string, unknown> };
    return { name, message };
  });
  const stored = samples.filter(({ message }) => !String(message["type"]).startsWith("type"));

  it.each(stored)("$name arrives with every field, for the visitor", async ({ message }) => {
    const { messages } = await receiving();
    const id = newVisitor();
    await said(id, textMessage("hi"));
    const { conversationId } = await bench.desk.arrived();
    await bench.reply(conversationId, message);
    await expect.poll(() => messages.length).toBe(1);
    expect(messages[0]).toEqual({
      channelId: "shop",
      sender: { name: "Ada", photo: "https://agents.example/ada.png" },
      recipient: { id, isNumber: false },
      message: { ...message, id: expect.any(String) as string },
    });
    expect(stored.length).toBeGreaterThan(13);
  });

  it.each([
    ["7", 7, { id: "7", isNumber: true }],
    ['"7"', "7", { id: "7", isNumber: false }],
    [
      "an integer of 26 digits",
      90071992547409931234567891n,
      { id: "90071992547409931234567891", isNumber: true },
    ],
    ["a lone surrogate", "\ud800", { id: "\ud800", isNumber: false }],
  ])("names the visitor exactly as the visitor was named: %s", async (_name, id, recipient) => {
    const { messages } = await receiving();
    await said(id, textMessage("hi"));
    await bench.reply((await bench.desk.arrived()).conversationId, textMessage("hello"));
    await expect.poll(() => messages[0]?.recipient).toEqual(recipient);
  });

  it("comes again until it was taken, and the agent reads why it was not", async () => {
    const onMessage = vi.fn<ReceiverOptions["onMessage"]>();
    onMessage.mockRejectedValueOnce(new Error("the database is away"));
    onMessage.mockResolvedValueOnce();
    onMessage.mockRejectedValueOnce(new RejectMessage(7, "The visitor has left."));
    await bench.pointTo(await serve(nodeHandler(createReceiver({ onMessage }))));
    await said(newVisitor(), textMessage("hi"));
    const { conversationId } = await bench.desk.arrived();
    await bench.reply(conversationId, textMessage("hello"));
    await expect.poll(() => onMessage.mock.calls.length).toBe(1);
    await bench.time.advance(3_000);
    await expect.poll(() => onMessage.mock.calls.length).toBe(2);
    const [first, second] = onMessage.mock.calls;
    expect(second).toEqual(first);
    await bench.reply(conversationId, textMessage("are you there?"));
    await expect
      .poll(() => bench.desk.reports[0])
      .toMatchObject({ reason: "rejected", description: "The visitor has left." });
    expect(onMessage).toHaveBeenCalledTimes(3);
  });

  it("tells that an agent types", async () => {
    const { typings } = await receiving();
    await said(newVisitor(), textMessage("hi"));
    bench.gateway.outbox.typing((await bench.desk.arrived()).conversationId, "typein");
    await expect.poll(() => typings.map(({ type }) => type)).toEqual(["typein"]);
  });
});
