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
