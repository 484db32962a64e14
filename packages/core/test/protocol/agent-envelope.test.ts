import { describe, expect, it } from "vitest";
import { agentBody, readAgentMessage, typingBody } from "../../src/protocol/agent-envelope.ts";
import { refusals } from "../../src/protocol/refusal-table.ts";
import { byWord } from "./bodies.ts";

const text = { type: "text", text: "Hello" };
const agent = { name: "Eve" };

const read = (message: unknown, sender: unknown = agent, knobs = byWord) => {
  const reading = readAgentMessage(message, sender, knobs);
  if (!reading.ok) throw new Error(reading.refusal.message);
  return reading;
};

const refused = (
  message: unknown,
  sender: unknown = agent,
): readonly [number, string | undefined] => {
  const reading = readAgentMessage(message, sender, byWord);
  if (reading.ok) throw new Error("not refused");
  return [reading.refusal.code, reading.refusal.field];
};

describe("an agent's message (§4.3)", () => {
  it("is refused without a name of the agent (§2.2)", () => {
    for (const name of [undefined, null, "", " "]) {
      expect(refused(text, { name })).toEqual([refusals.missingField.code, "sender.name"]);
    }
    expect(refused(text, { name: 5 })).toEqual([refusals.invalidField.code, "sender.name"]);
    expect(refused(text, null)).toEqual([refusals.wrongShape.code, "sender"]);
  });

  it("carries name and photo, and nothing else of the sender", () => {
    const sender = { id: 7, photo: "https://a.test/e.png", name: "Eve" };
    expect(read(text, sender)).toEqual({
      ok: true,
      sender: '{"name":"Eve","photo":"https://a.test/e.png"}',
      messages: [text],
      warnings: [],
    });
    expect(read(text, { name: "Eve" }).sender).toBe('{"name":"Eve"}');
  });

  it("loses a bad photo and the end of a long name, with a warning each", () => {
    const reading = read(text, { name: "E".repeat(256), photo: "javascript:x" });
    expect(reading.sender).toBe(JSON.stringify({ name: "E".repeat(255) }));
    expect(reading.warnings.map(({ field }) => field)).toEqual(["sender.name", "sender.photo"]);
  });

  it("is checked by the same table as a visitor's", () => {
    expect(refused({ type: "text", text: "" })).toEqual([
      refusals.missingField.code,
      "message.text",
    ]);
    expect(refused({ type: "photo", file: "x" })).toEqual([
      refusals.invalidField.code,
      "message.file",
    ]);
    expect(refused("x")).toEqual([refusals.wrongShape.code, "message"]);
  });

  it("is no typing, which has a door of its own", () => {
    for (const type of ["typein", "typeout", "gif"]) {
      expect(refused({ type })).toEqual([refusals.unknownMessageType.code, "message.type"]);
    }
  });

  it("of 1000 emoji passes whole and of 1001 is cut with a warning", () => {
    const emoji = "😀".repeat(1000);
    expect(read({ ...text, text: emoji })).toMatchObject({
      messages: [{ text: emoji }],
      warnings: [],
    });
    const cut = read({ ...text, text: `${emoji}😀` });
    expect(cut.messages).toEqual([{ type: "text", text: emoji }]);
    expect(cut.warnings.map(({ field }) => field)).toEqual(["message.text"]);
  });

  it("is split when the channel says so", () => {
    const { messages } = read({ ...text, text: `${"a".repeat(1000)}b` }, agent, {
      ...byWord,
      overflow: "split",
    });
    expect(messages).toEqual([
      { type: "text", text: "a".repeat(1000) },
      { type: "text", text: "b" },
    ]);
  });

  it("has no id of the app's: the core makes one", () => {
    expect(read({ ...text, id: "x" }).messages).toEqual([text]);
  });

  it("is refused, never thrown over, when an app passes in an object that throws", () => {
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("trap");
        },
      },
    );
    expect(refused(trap)).toEqual([refusals.wrongShape.code, "message"]);
    expect(refused(text, trap)).toEqual([refusals.wrongShape.code, "sender"]);
  });
});

describe("the body that goes out (§4.3, ruling 13)", () => {
  it("is its parts and nothing else, with every digit of recipient.id", () => {
    const body = agentBody({
      sender: '{"name":"Eve"}',
      recipientId: "9007199254740993123456789",
      message: '{"type":"text","text":"Hello","id":"m"}',
    });
    expect(body).toBe(
      '{"sender":{"name":"Eve"},"recipient":{"id":9007199254740993123456789},"message":{"type":"text","text":"Hello","id":"m"}}',
    );
  });

  it("of typing names the recipient and the type (§4.4)", () => {
    expect(JSON.parse(typingBody('"42"', "typein", "m"))).toEqual({
      sender: { name: "Agent" },
      recipient: { id: "42" },
      message: { type: "typein", id: "m" },
    });
  });
});
