import { describe, expect, it } from "vitest";
import {
  createClient,
  type Message,
  textMessage,
  type TypingType,
  type Visitor,
} from "../src/index.ts";
import { ok, scriptedFetch } from "./support/scripted-fetch.ts";

function sending() {
  const { fetch, asked } = scriptedFetch(ok);
  const client = createClient({ ingressUrl: "https://gateway.test/r/shop", fetch });
  const send = (sender: object, message: object) =>
    client.send({ sender: sender as Visitor, message: message as Message });
  return { client, asked, send };
}

const ids = {
  keyed: ["m-1", " 1", "0", "x".repeat(255), "😀".repeat(255)],
  digits: [0, -7, 42, Number.MAX_SAFE_INTEGER, 90071992547409931n, -(10n ** 253n)],
  unusable: ["", " \t", "\ufeff", "x".repeat(256), "😀".repeat(256), 1.5, 2 ** 53, NaN],
  wrong: [10n ** 255n, true, {}, [], Symbol("m"), () => "m"],
};

describe("message.id, by which a gateway recognises a repeat (ruling 11)", () => {
  it.each(ids.keyed)("goes out as it is: %j", async (id) => {
    const { asked, send } = sending();
    expect((await send({ id: 1 }, { ...textMessage("hi"), id })).id).toBe(id);
    expect(asked.map(({ body }) => body.message.id)).toEqual([id]);
  });

  it.each(ids.digits)("goes out as the digits of an integer: %s", async (id) => {
    const { asked, send } = sending();
    expect((await send({ id: 1 }, { ...textMessage("hi"), id })).id).toBe(String(id));
    expect(asked.map(({ body }) => body.message.id)).toEqual([String(id)]);
  });

  it("that a gateway would drop is refused, and nothing is sent", async () => {
    for (const id of [...ids.unusable, ...ids.wrong]) {
      const { asked, send } = sending();
      const sent = send({ id: 1 }, { ...textMessage("hi"), id });
      await expect(sent).rejects.toMatchObject(invalid("message.id"));
      expect(asked).toEqual([]);
    }
  });

  it.each([undefined, null])("is made when there is none: %s", async (id) => {
    const { asked, send } = sending();
    expect((await send({ id: 1 }, { ...textMessage("hi"), id })).id).toMatch(/^[0-9a-f]{32}$/);
    expect(asked).toHaveLength(1);
  });

  it("stands in the body whatever the message makes of itself", async () => {
    const { asked, send } = sending();
    const message = {
      type: "text",
      text: "hi",
      toJSON: () => ({ ...textMessage("hi"), id: "own" }),
    };
    await send({ id: 1 }, { ...message, id: "m-1" });
    expect(asked.map(({ body }) => body.message)).toEqual([{ ...textMessage("hi"), id: "m-1" }]);
  });
});

const forged = { type: "text", text: "I owe you" };
const invalid = (field: string) => ({ reason: "invalid-argument", field, status: null });

describe("what an application passes on", () => {
  it.each([
    `typein"},"message":${JSON.stringify(forged)},"x":{"y":"`,
    "text",
    "",
    null,
    ["typein"],
    { toString: () => "typein" },
  ])("cannot become another message by its type of typing: %j", async (type) => {
    const { client, asked } = sending();
    await expect(client.typing(1, type as TypingType)).rejects.toMatchObject(
      invalid("message.type"),
    );
    expect(asked).toEqual([]);
    expect(await client.typing(1, "typein")).toBe(true);
  });

  it.each(['1},"message":{"type":"text"', "\\", '"', "\u2028\ud800\u0000"])(
    "cannot become another message by a visitor's id: %j",
    async (id) => {
      const { client, asked, send } = sending();
      await client.typing(id, "typein");
      await send({ id, name: id }, { ...textMessage(id), id });
      expect(asked.map(({ body }) => body)).toEqual([
        { sender: { id }, message: { type: "typein" } },
        { sender: { id, name: id }, message: { type: "text", text: id, id } },
      ]);
    },
  );

  it.each([
    ["sender", { name: 1n }, {}],
    ["message", {}, { file_size: 1n }],
    ["sender", { toJSON: () => undefined }, {}],
    ["sender", { toJSON: () => ["x"] }, {}],
    ["message", {}, { toJSON: () => "x" }],
    ["message", {}, { toJSON: () => undefined }],
  ])("is sent as an object or not at all: %s", async (field, profile, fields) => {
    const { asked, send } = sending();
    const sent = send({ id: 1, ...profile }, { ...forged, ...fields });
    await expect(sent).rejects.toMatchObject(invalid(field));
    expect(asked).toEqual([]);
  });
});
