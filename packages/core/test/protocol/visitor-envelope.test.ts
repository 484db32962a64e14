import { describe, expect, it } from "vitest";
import { readVisitorEnvelope } from "../../src/protocol/visitor-envelope.ts";
import { byWord, fromVisitor, messageOf, readBody, refusalOf } from "./bodies.ts";

const emoji = "😀";

describe("a visitor's body (§4.2)", () => {
  it("is refused when it, its sender or its message is no object", () => {
    for (const body of ["1", "null", "[]", '"x"', "true"]) {
      expect(refusalOf(body)).toEqual(["wrongShape", "body"]);
    }
    for (const part of [undefined, null, [], "x", 1]) {
      expect(refusalOf({ sender: part, message: { type: "typein" } })).toEqual([
        "wrongShape",
        "sender",
      ]);
      expect(refusalOf({ sender: { id: 1 }, message: part })).toEqual(["wrongShape", "message"]);
    }
  });

  it("does not take its parts from a prototype", () => {
    const body = '{"__proto__":{"sender":{"id":1},"message":{"type":"typein"}}}';
    expect(refusalOf(body)).toEqual(["wrongShape", "sender"]);
    expect(refusalOf('{"sender":{"__proto__":{"id":1}},"message":{"type":"typein"}}')).toEqual([
      "emptySenderId",
      "sender.id",
    ]);
  });

  it("counts only what is its own", () => {
    const body = { sender: { id: 1 }, message: { type: "typein" } };
    expect(readVisitorEnvelope(body, byWord).ok).toBe(true);
    expect(readVisitorEnvelope(Object.create(body), byWord).ok).toBe(false);
  });

  it("is refused when message.type is missing or not in the table", () => {
    for (const type of [undefined, null, ""]) {
      expect(refusalOf(fromVisitor({ type }))).toEqual(["missingField", "message.type"]);
    }
    for (const type of ["Text", "gif", "constructor", "__proto__", "toString", 1, ["text"], {}]) {
      expect(refusalOf(fromVisitor({ type, text: "a" }))).toEqual([
        "unknownMessageType",
        "message.type",
      ]);
    }
  });

  it("is refused when the text of a text is missing, empty or no string", () => {
    for (const text of [undefined, null, ""]) {
      expect(refusalOf(fromVisitor({ type: "text", text }))).toEqual([
        "missingField",
        "message.text",
      ]);
    }
    for (const text of [1, {}, ["a"], false]) {
      expect(refusalOf(fromVisitor({ type: "text", text }))).toEqual([
        "invalidField",
        "message.text",
      ]);
    }
  });

  it("keeps only known fields, in one order", () => {
    const message = { extra: 1, text: "a", emoji: "x", type: "text", __proto: 1 };
    expect(JSON.stringify(messageOf(fromVisitor(message)).messages)).toBe(
      '[{"type":"text","text":"a"}]',
    );
  });

  it("carries sender.id digit for digit", () => {
    const body = '{"sender":{"id":9007199254740993123456789},"message":{"type":"text","text":"a"}}';
    expect(messageOf(body).visitorId).toBe("9007199254740993123456789");
  });

  it("keeps a visitor's message whatever the profile fields are", () => {
    const { profile, messages, warnings } = messageOf({
      sender: { id: "v", name: {}, photo: "x" },
      message: { type: "text", text: "a" },
    });
    expect([profile, messages]).toEqual([{}, [{ type: "text", text: "a" }]]);
    expect(warnings.map(({ field }) => field)).toEqual(["sender.name", "sender.photo"]);
  });
});

describe("message.id", () => {
  it("is kept when it is a string of up to 255 characters", () => {
    for (const id of ["m-1", " 1", "x".repeat(255), "😀".repeat(255)]) {
      const envelope = messageOf(fromVisitor({ type: "text", text: "a", id }));
      expect(envelope.clientMessageId).toBe(id);
      expect(envelope.messages).toEqual([{ type: "text", text: "a", id }]);
      expect(envelope.warnings).toEqual([]);
    }
  });

  const withId = (json: string) =>
    messageOf(`{"sender":{"id":1},"message":{"type":"text","text":"a","id":${json}}}`);

  it.each(["0", "-7", "42", "9007199254740993", `-${"9".repeat(254)}`])(
    "that is a number is taken as its digits, every one of them: %s",
    (digits) => {
      for (const json of [digits, JSON.stringify(digits)]) {
        const envelope = withId(json);
        expect(envelope.clientMessageId).toBe(digits);
        expect(envelope.messages).toEqual([{ type: "text", text: "a", id: digits }]);
        expect(envelope.warnings).toEqual([]);
      }
    },
  );

  it("is dropped when it is unusable, with a warning that says what it costs; silently when there is none", () => {
    const dropped = {
      field: "message.id",
      message:
        "Dropped: a string of 1 to 255 characters that is not blank, or an integer, is expected. Without an id a repeat of this message cannot be recognised.",
    };
    const unusable = ['""', '" "', "1.0", "1e2", "12345678901234567890.5", "true", "{}", "[]"];
    const long = ["9".repeat(256), ...["x", "😀"].map((text) => JSON.stringify(text.repeat(256)))];
    for (const json of [...unusable, ...long, "null"]) {
      const envelope = withId(json);
      expect(envelope.clientMessageId).toBeNull();
      expect(envelope.messages).toEqual([{ type: "text", text: "a" }]);
      expect(envelope.warnings).toEqual(json === "null" ? [] : [dropped]);
    }
  });
});

describe("text that is not well-formed (ruling 8)", () => {
  it("is made well-formed, in every field", () => {
    const text = "a\ud83d";
    expect(messageOf(fromVisitor({ type: "text", text })).messages).toEqual([
      { type: "text", text: "a\ufffd" },
    ]);
    const media = { type: "photo", file: "https://a.test/p", file_size: 1 };
    const ragged = { ...media, file_name: text, emoji: text, title: text };
    const whole = { ...media, file_name: "a\ufffd", emoji: "a\ufffd", title: "a\ufffd" };
    expect(messageOf(fromVisitor(ragged)).messages).toEqual([whole]);
  });
});

describe("over-long text (ruling 8)", () => {
  it("of 1000 emoji passes whole and of 1001 is cut to 1000 with a warning", () => {
    const whole = messageOf(fromVisitor({ type: "text", text: emoji.repeat(1000) }));
    expect(whole.messages).toEqual([{ type: "text", text: emoji.repeat(1000) }]);
    expect(whole.warnings).toEqual([]);
    const cut = messageOf(fromVisitor({ type: "text", text: emoji.repeat(1001) }));
    expect(cut.messages).toEqual([{ type: "text", text: emoji.repeat(1000) }]);
    expect(cut.warnings).toEqual([{ field: "message.text", message: "Cut to 1000 characters." }]);
  });

  it("is sent as further messages, in order, when the channel splits; the first carries the id", () => {
    const text = `${emoji.repeat(1000)}${"b".repeat(1000)}c`;
    const envelope = messageOf(fromVisitor({ type: "text", text, id: "m" }), {
      ...byWord,
      overflow: "split",
    });
    expect(envelope.messages).toEqual([
      { type: "text", text: emoji.repeat(1000), id: "m" },
      { type: "text", text: "b".repeat(1000) },
      { type: "text", text: "c" },
    ]);
    expect(envelope.warnings).toEqual([]);
  });

  it("differs as content from a text that differs only past the cut; an id is no content", () => {
    const contentOf = (tail: string, id: string): string =>
      messageOf(fromVisitor({ type: "text", text: "a".repeat(1000) + tail, id })).contentText;
    expect(contentOf("b", "1")).not.toBe(contentOf("c", "1"));
    expect(contentOf("b", "1")).toBe(contentOf("b", "2"));
  });
});

describe("typing (§4.4, ruling 10)", () => {
  it.each(["typein", "typeout"])(
    "ignores every field but sender.id and message.type: %s",
    (type) => {
      const sender = { id: "42", name: {}, phone: [], photo: 5 };
      const message = { type, text: 5, id: {}, file: [], latitude: "x" };
      expect(readBody(JSON.stringify({ sender, message }))).toEqual({
        ok: true,
        envelope: { kind: "typing", visitorId: '"42"', type },
      });
    },
  );

  it("still needs a sender.id", () => {
    expect(refusalOf({ sender: { id: "" }, message: { type: "typein" } })).toEqual([
      "emptySenderId",
      "sender.id",
    ]);
  });
});
