import { Compile } from "typebox/compile";
import { describe, expect, it } from "vitest";
import { Message } from "../../src/protocol/messages/message.ts";
import { messageFields } from "../../src/protocol/messages/message-fields.ts";
import { messageTypes } from "../../src/protocol/messages/message-types.ts";
import { fromVisitor, messageOf } from "./bodies.ts";

const schema = Compile(Message);
const names = Object.keys(messageFields);
const values: Readonly<Record<string, string | number>> = {
  file: "https://a.test/f",
  thumb: "https://a.test/t",
  emoji: "😀",
  file_size: 1,
  file_name: "f",
  duration: 2,
  width: 3,
  height: 4,
  text: "Hi",
  performer: "P",
  title: "T",
  latitude: 5,
  longitude: 6,
};
const media = Object.entries(messageTypes).filter(([, { kind }]) => kind === "media");
const files = media.filter(([type]) => type !== "location");

describe("the table of message types (§2.4, §2.5)", () => {
  it("knows text, typing and media", () => {
    const kinds = Object.entries(messageTypes).map(([type, { kind }]) => [type, kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      text: "text",
      typein: "typing",
      typeout: "typing",
      video: "media",
      audio: "media",
      voice: "media",
      photo: "media",
      sticker: "media",
      document: "media",
      location: "media",
    });
  });

  it("asks a text for its text alone", () => {
    expect(messageOf(fromVisitor({ ...values, type: "text" })).messages).toEqual([
      { type: "text", text: "Hi" },
    ]);
    expect(messageTypes.text).toEqual({ kind: "text", required: ["text"], optional: [] });
    expect(messageTypes.typein).toEqual({ kind: "typing", required: [], optional: [] });
  });

  it.each(media)("lets every field through on %s", (type) => {
    const message = { type, ...values };
    expect(messageOf(fromVisitor(message)).messages).toEqual([message]);
    expect(schema.Check({ ...message, id: "m" })).toBe(true);
  });

  it.each(files)("asks for file, size and name on %s, and for nothing else", (_type, row) => {
    expect(row.required).toEqual(["file", "file_size", "file_name"]);
    expect([...row.required, ...row.optional].toSorted()).toEqual(names.toSorted());
  });

  it("asks for a place on location, and for nothing else", () => {
    const { required, optional } = messageTypes.location;
    expect(required).toEqual(["latitude", "longitude"]);
    expect([...required, ...optional].toSorted()).toEqual(names.toSorted());
  });
});

describe("the schema of a stored message", () => {
  const photo = { type: "photo", file: values["file"], file_name: "f" };

  it("wants what is required, but a size that may be unknown", () => {
    expect(schema.Check(photo)).toBe(true);
    expect(schema.Check({ ...photo, file_name: undefined })).toBe(false);
    expect(schema.Check({ type: "photo", file_name: "f" })).toBe(false);
    expect(schema.Check({ type: "location", latitude: 1 })).toBe(false);
    expect(schema.Check({ type: "text" })).toBe(false);
  });

  it("knows no typing, no other type and no other field", () => {
    for (const type of ["typein", "typeout", "gif"]) expect(schema.Check({ type })).toBe(false);
    expect(schema.Check({ ...photo, extra: 1 })).toBe(false);
  });

  it("has an id of 1 to 255 characters, when it has one", () => {
    for (const id of ["m", "m".repeat(255)]) expect(schema.Check({ ...photo, id })).toBe(true);
    for (const id of ["", "m".repeat(256), 5]) expect(schema.Check({ ...photo, id })).toBe(false);
  });

  it.each([
    ["file", "https://a.test/", 2048],
    ["thumb", "http://a.test/", 2048],
  ])("bounds a URL: %s", (name, start, limit) => {
    const of = (length: number): string => start + "p".repeat(length - start.length);
    const message = { ...photo, ...values };
    expect(schema.Check({ ...message, [name]: of(limit) })).toBe(true);
    expect(schema.Check({ ...message, [name]: of(limit + 1) })).toBe(false);
    expect(schema.Check({ ...message, [name]: "ftp://a.test" })).toBe(false);
  });

  it.each([
    ["emoji", 64],
    ["file_name", 1000],
    ["text", 1000],
    ["performer", 1000],
    ["title", 1000],
  ])("bounds a text: %s has 1 to %i characters", (name, limit) => {
    for (const text of ["a", "a".repeat(limit)]) {
      expect(schema.Check({ ...photo, [name]: text })).toBe(true);
    }
    for (const text of ["", "a".repeat(limit + 1), 5]) {
      expect(schema.Check({ ...photo, [name]: text })).toBe(false);
    }
  });

  it.each(["file_size", "duration", "width", "height"])("counts in whole numbers: %s", (name) => {
    for (const count of [1, Number.MAX_SAFE_INTEGER]) {
      expect(schema.Check({ ...photo, [name]: count })).toBe(true);
    }
    for (const count of [0, -1, 1.5, 2 ** 53, "1"]) {
      expect(schema.Check({ ...photo, [name]: count })).toBe(false);
    }
  });

  it.each([
    ["latitude", 90],
    ["longitude", 180],
  ])("bounds a place: %s", (name, limit) => {
    for (const degrees of [-limit, 0, limit]) {
      expect(schema.Check({ ...photo, [name]: degrees })).toBe(true);
    }
    for (const degrees of [-limit - 0.1, limit + 0.1, "1"]) {
      expect(schema.Check({ ...photo, [name]: degrees })).toBe(false);
    }
  });
});
