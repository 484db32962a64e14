import { describe, expect, it, vi } from "vitest";
import {
  type AgentMessage,
  createReceiver,
  receiverCodes,
  type ReceiverOptions,
  RejectMessage,
  rememberInMemory,
} from "../src/index.ts";
import { MessageDesk } from "../src/receive/message-desk.ts";
import { agentBody, agentRequest, answerOf, taken } from "./support/agent-request.ts";

/** A receiver that keeps what it is called with. */
function receiving(options: Partial<ReceiverOptions> = {}) {
  const events: AgentMessage[] = [];
  const errors: unknown[] = [];
  const receiver = createReceiver({
    onMessage: (event) => void events.push(event),
    onError: (error) => void errors.push(error),
    ...options,
  });
  const post = async (...request: Parameters<typeof agentRequest>) =>
    answerOf(await receiver(agentRequest(...request)));
  return { receiver, events, errors, post };
}

const withMessage = (message: object) => agentBody({ message: { id: "m", ...message } });

describe("a message of an agent", () => {
  it("is handed over, and answered with the success shape", async () => {
    const { events, receiver } = receiving();
    const response = await receiver(agentRequest());
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await answerOf(response)).toEqual(taken);
    expect(events).toEqual([
      {
        channelId: "shop",
        sender: { name: "Ada", photo: "https://agents.example/ada.png" },
        recipient: { id: "v1", isNumber: false },
        message: { type: "text", id: "m-1", text: "hello" },
      },
    ]);
  });

  it("is handed over once, however often it comes", async () => {
    const { events, post } = receiving();
    for (let n = 0; n < 3; n += 1) expect(await post()).toEqual(taken);
    expect(events.length).toBe(1);
  });

  it("is not remembered before the callback has succeeded, and is redelivered until it has", async () => {
    const onMessage = vi.fn<ReceiverOptions["onMessage"]>();
    onMessage.mockRejectedValueOnce(new Error("the database is away"));
    const { post, errors } = receiving({ onMessage });
    expect(await post()).toEqual([
      500,
      {
        error: {
          code: receiverCodes.internal,
          message: "The message could not be taken at the moment.",
        },
      },
    ]);
    expect(errors).toEqual([new Error("the database is away")]);
    expect(await post()).toEqual(taken);
    expect(await post()).toEqual(taken);
    expect(onMessage).toHaveBeenCalledTimes(2);
  });

  it("that comes again while the callback works waits for the same answer", async () => {
    const working = Promise.withResolvers<void>();
    const handle = vi.fn<() => Promise<void>>(() => working.promise);
    const desk = new MessageDesk({ onError: () => {}, remember: rememberInMemory() });
    const take = () => desk.take("m-1", handle);
    const answers = [take(), take(), take()];
    working.reject(new RejectMessage(9, "The visitor has left."));
    const bodies = (await Promise.all(answers)).map(({ body }) => body);
    const rejected = '{"error":{"code":9,"message":"The visitor has left."}}';
    expect(bodies).toEqual([rejected, rejected, rejected]);
    expect(handle).toHaveBeenCalledTimes(1);
  });

  it("that was rejected is handed over again when the agent sends it again", async () => {
    const onMessage = vi.fn<ReceiverOptions["onMessage"]>();
    onMessage.mockRejectedValueOnce(new RejectMessage(9, "Not now."));
    const { post } = receiving({ onMessage });
    expect(await post()).toEqual([200, { error: { code: 9, message: "Not now." } }]);
    expect(await post()).toEqual(taken);
  });

  it("is looked up in what you remember, and remembered there", async () => {
    const ids = new Set<string>(["m-0"]);
    const remember = {
      has: async (id: string) => ids.has(id),
      add: async (id: string) => void ids.add(id),
    };
    const { events, post } = receiving({ remember });
    expect(await post(withMessage({ id: "m-0", type: "text", text: "known" }))).toEqual(taken);
    expect(await post()).toEqual(taken);
    expect([events.length, [...ids]]).toEqual([1, ["m-0", "m-1"]]);
  });

  it("is redelivered when it cannot be looked up, but not when it cannot be remembered", async () => {
    const gone = new Error("the database is away");
    const fail = () => {
      throw gone;
    };
    const unseen = receiving({ remember: { has: fail, add: () => {} } });
    expect((await unseen.post())[0]).toBe(500);
    expect(unseen.events).toEqual([]);
    for (const add of [fail, async () => fail()]) {
      const { events, errors, post } = receiving({ remember: { has: () => false, add } });
      expect(await post()).toEqual(taken);
      expect([events.length, errors]).toEqual([1, [gone]]);
    }
  });

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
    const message = "message.type: The receiving system does not know this type of message.";
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
    ["[".repeat(100_000), receiverCodes.malformedJson, "The body must be JSON."],
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

describe("typing", () => {
  it.each(["typein", "typeout"] as const)(
    "is handed over each time, whatever else it has: %s",
    async (type) => {
      const onTyping = vi.fn<NonNullable<ReceiverOptions["onTyping"]>>();
      const { post } = receiving({ onTyping });
      const body = JSON.stringify({ recipient: { id: 7 }, message: { type, id: [] } });
      expect([await post(body), await post(body)]).toEqual([taken, taken]);
      const event = {
        channelId: "shop",
        sender: { name: "" },
        recipient: { id: "7", isNumber: true },
        type,
      };
      expect(onTyping.mock.calls).toEqual([[event], [event]]);
    },
  );

  it("is taken by a receiver that does not care, and by one that fails over it", async () => {
    const body = withMessage({ type: "typein" });
    expect(await receiving().post(body)).toEqual(taken);
    const failing = receiving({ onTyping: () => Promise.reject(new Error("no page is open")) });
    expect(await failing.post(body)).toEqual(taken);
    expect(failing.errors).toEqual([new Error("no page is open")]);
  });
});

describe("what is remembered in memory", () => {
  it("is the newest ids, as many as asked for", () => {
    const ids = rememberInMemory(2);
    for (const id of ["a", "b", "a", "c"]) ids.add(id);
    expect(["a", "b", "c"].map((id) => ids.has(id))).toEqual([true, false, true]);
  });
});

describe("errors", () => {
  it("are known across two copies of the package", () => {
    expect(RejectMessage.is(new RejectMessage(1, "no"))).toBe(true);
    expect(RejectMessage.is({ [Symbol.for("@parley/client/RejectMessage")]: true })).toBe(true);
    expect([RejectMessage.is(new Error("no")), RejectMessage.is(null)]).toEqual([false, false]);
  });
});
