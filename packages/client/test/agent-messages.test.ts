import { describe, expect, it } from "vitest";
import { receiverCodes } from "../src/index.ts";
import { agentBody, answerOf, taken } from "./support/agent-request.ts";
import { receiving } from "./support/receiving.ts";

const withMessage = (message: object) => agentBody({ message: { id: "m", ...message } });

describe("a message of an agent", () => {
  it.each([
    ["42", { id: "42", isNumber: true }],
    ["-1", { id: "-1", isNumber: true }],
    ["9007199254740993", { id: "9007199254740993", isNumber: true }],
    ["90071992547409931234567890", { id: "90071992547409931234567890", isNumber: true }],
    ['"42"', { id: "42", isNumber: false }],
    ['"\\u0000 \\ud83d\\ude00"', { id: "\u0000 😀", isNumber: false }],
  ])("names its recipient digit for digit: %s", async (id, recipient) => {
    const { events, post } = receiving();
    const body = `{"recipient":{"id":${id}},"sender":{"name":"A"},"message":{"type":"text","id":"m","text":"x"}}`;
    expect(await post(body)).toEqual(taken);
    expect(events[0]?.recipient).toEqual(recipient);
  });

  it("has no URL that leads nowhere, or that others would read otherwise", async () => {
    const { events, post } = receiving();
    for (const url of [
      "http://",
      "http://[",
      "https://a:99999/",
      "https://a b/",
      "https://a/\tb",
    ]) {
      await post(withMessage({ type: "photo", file: url }));
      expect(events).toEqual([]);
      const message = { type: "text", id: url, text: "x", thumb: url };
      await post(agentBody({ sender: { name: "Ada", photo: url }, message }));
      const [event] = events.splice(0);
      expect([event?.sender, event?.message]).toEqual([
        { name: "Ada" },
        { type: "text", id: url, text: "x" },
      ]);
    }
  });

  it("has its known fields alone, and those that are not valid are left out", async () => {
    const { events, post } = receiving();
    const photo = {
      type: "photo",
      file: "https://f.example/a",
      thumb: "javascript:alert(1)",
      file_size: "7",
      width: 3,
      emoji: "",
      toString: 1,
    };
    expect(await post(withMessage(photo))).toEqual(taken);
    expect(events[0]?.message).toEqual({
      type: "photo",
      id: "m",
      file: "https://f.example/a",
      width: 3,
    });
    await post(
      agentBody({
        sender: { name: "Ada", photo: "data:image/png," },
        message: { type: "text", id: "n", text: "x" },
      }),
    );
    expect(events[1]?.sender).toEqual({ name: "Ada" });
  });
});

describe("a message of a type that came later", () => {
  const body = (type: string) => withMessage({ type, text: 7, from: { id: 1 } });

  it.each(["poem", "constructor"])("is rejected: %s", async (type) => {
    const { events, post } = receiving();
    const message = "message.type: The message type is unknown to the receiving system.";
    const rejected = [200, { error: { code: receiverCodes.unknownMessageType, message } }];
    expect(await post(body(type))).toEqual(rejected);
    expect(events).toEqual([]);
  });

  it("is handed over as it is to who asks for it, once", async () => {
    const unknown: unknown[] = [];
    const { events, post } = receiving({ onUnknownType: (event) => void unknown.push(event) });
    expect([await post(body("poem")), await post(body("poem"))]).toEqual([taken, taken]);
    const message = { type: "poem", id: "m", text: 7, from: { id: 1 } };
    expect(unknown).toMatchObject([{ channelId: "shop", message }]);
    expect([unknown.length, events]).toEqual([1, []]);
  });
});

describe("what is no agent message", () => {
  const wrong = receiverCodes.wrongShape;
  it.each([
    ["", receiverCodes.malformedJson, "The body must be JSON."],
    ["{", receiverCodes.malformedJson, "The body must be JSON."],
    ["[]", wrong, "message: An object is expected."],
    ["null", wrong, "message: An object is expected."],
    [agentBody({ message: "hello" }), wrong, "message: An object is expected."],
    [
      agentBody({ recipient: {} }),
      wrong,
      "recipient.id: A non-empty string or an integer is expected.",
    ],
    [
      agentBody({ recipient: { id: "" } }),
      wrong,
      "recipient.id: A non-empty string or an integer is expected.",
    ],
    [
      agentBody({ recipient: { id: 1.5 } }),
      wrong,
      "recipient.id: A non-empty string or an integer is expected.",
    ],
    [
      agentBody({ recipient: { id: [] } }),
      wrong,
      "recipient.id: A non-empty string or an integer is expected.",
    ],
    [agentBody({ sender: {} }), wrong, "sender.name: A non-empty string is expected."],
    [
      withMessage({ type: "text", id: "", text: "x" }),
      wrong,
      "message.id: A non-empty string is expected.",
    ],
    [
      withMessage({ type: "text", id: 7, text: "x" }),
      wrong,
      "message.id: A non-empty string is expected.",
    ],
    [withMessage({ type: "text" }), wrong, "message.text: A non-empty string is expected."],
    [
      withMessage({ type: "photo", file: "javascript:alert(1)" }),
      wrong,
      "message.file: An http(s) URL is expected.",
    ],
    [
      withMessage({ type: "location", latitude: 1 }),
      wrong,
      "message.longitude: A number is expected.",
    ],
    [
      withMessage({ type: "location", latitude: 1, longitude: 7 }).replace("7", "1e999"),
      wrong,
      "message.longitude: A number is expected.",
    ],
    [withMessage({ type: 7 }), wrong, "message.type: A non-empty string is expected."],
  ])(
    "is answered with the failure shape, at once and for good: %j",
    async (body, code, message) => {
      const { events, post } = receiving();
      expect(await post(body)).toEqual([200, { error: { code, message } }]);
      expect(events).toEqual([]);
    },
  );

  it("is what is not UTF-8", async () => {
    const { post } = receiving();
    const bytes = Uint8Array.from([0x22, 0xff, 0x22]);
    expect(await post(bytes)).toMatchObject([200, { error: { code: receiverCodes.notUtf8 } }]);
  });

  it("is what is not POSTed", async () => {
    const { receiver } = receiving();
    const response = await receiver(new Request("https://shop.test/shop"));
    expect(response.headers.get("allow")).toBe("POST");
    expect(await answerOf(response)).toMatchObject([405, { error: { code: 40501 } }]);
  });

  it("is what is packed", async () => {
    const { post } = receiving();
    const answer = await post(agentBody(), { "Content-Encoding": "gzip" });
    expect(answer).toMatchObject([415, { error: { code: 41501 } }]);
  });

  it("is what is larger than allowed, to the byte", async () => {
    const body = agentBody();
    const limitBytes = Buffer.byteLength(body);
    expect(await receiving({ limitBytes }).post()).toEqual(taken);
    const { events, post } = receiving({ limitBytes: limitBytes - 1 });
    expect(await post()).toMatchObject([413, { error: { code: receiverCodes.bodyTooLarge } }]);
    expect(events).toEqual([]);
  });
});
