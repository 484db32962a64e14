import { readdirSync, readFileSync } from "node:fs";
import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import { Message } from "../../src/protocol/messages/message.ts";
import { messageTypes } from "../../src/protocol/messages/message-types.ts";
import { readBody, storedMessage } from "./bodies.ts";

const folder = new URL("../samples/", import.meta.url);
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

const schema = Compile(Message);

describe("the samples of the wire", () => {
  it("are one per message type", () => {
    expect(names.toSorted()).toEqual(Object.keys(messageTypes).toSorted());
  });

  it.each(names)("%s is read without loss and without warning", (name) => {
    const text = readFileSync(new URL(`${name}.json`, folder), "utf8");
    const { sender, message } = JSON.parse(text);
    const read = readBody(text);
    if (!read.ok) throw new Error(read.refusal.message);
    if (read.envelope.kind === "typing") return expect(read.envelope.type).toBe(name);
    const { id, ...profile } = sender;
    expect(read.envelope).toMatchObject({ visitorId: JSON.stringify(id), profile, warnings: [] });
    expect(read.envelope.messages.map(storedMessage)).toEqual([message]);
    expect(schema.Check(message)).toBe(true);
  });
});
