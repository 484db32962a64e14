import { describe, expect, it } from "vitest";
import {
  hasByteOrderMark,
  quirksOfBody,
  quirksOfHead,
} from "../../../src/engine/quirks/body-quirks.ts";

const photo = { type: "photo", file: "https://shop.example/a.png", file_size: 1, file_name: "a" };
const text = { type: "text", text: "hello" };
const body = (sender: object, message: object = text, others: object = {}) => ({
  sender: { id: "1", ...sender },
  message,
  ...others,
});
const without = (name: string) =>
  Object.fromEntries(Object.entries(photo).filter(([key]) => key !== name));

describe("quirks of one body", () => {
  for (const [what, value, quirks] of [
    ["a body by the book", body({ photo: "https://a.example/b.png", url: "https://a" }), []],
    ["media by the book", body({}, photo), []],
    ["no object", [], []],
    ["no sender", { message: text }, []],
    ["media without file_size", body({}, without("file_size")), ["file-size"]],
    ["a file_size that is a string", body({}, { ...photo, file_size: "1" }), ["file-size"]],
    ["a file_size of 0", body({}, { ...photo, file_size: 0 }), ["file-size"]],
    ["media without file_name", body({}, without("file_name")), ["file-name"]],
    ["a blank file_name", body({}, { ...photo, file_name: "" }), ["file-name"]],
    [
      "a location, which needs neither",
      body({}, { type: "location", latitude: 1, longitude: 1 }),
      [],
    ],
    ["a blank photo", body({ photo: " " }), ["blank-photo"]],
    ["an empty photo", body({ photo: "" }), ["blank-photo"]],
    ["a page that is no URL", body({ url: "shop/cart" }), ["page-url"]],
    ["a blank page", body({ url: " " }), []],
    ["a numeric phone", body({ phone: 491234 }), ["numeric-phone"]],
    ["an extra field beside", body({}, text, { token: 1 }), ["extra-fields"]],
    ["an extra field of the sender", body({ ip: "::1" }), ["extra-fields"]],
    ["an extra field of the message", body({}, { ...text, time: 1 }), ["extra-fields"]],
    [
      "__proto__ as a field",
      JSON.parse('{"sender":{"id":1,"__proto__":{}},"message":{"type":"text","text":"a"}}'),
      ["extra-fields"],
    ],
    ["a text of 1000", body({}, { type: "text", text: "x".repeat(1_000) }), []],
    ["a text of 1001", body({}, { type: "text", text: "x".repeat(1_001) }), ["long-text"]],
    [
      "typing, which ignores them",
      body({ phone: 1, photo: "" }, { type: "typein", x: 1 }, { y: 1 }),
      [],
    ],
    ["a type nobody knows", body({ phone: 1 }, { type: "poll" }), ["numeric-phone"]],
    ["a type named like a method", body({}, { type: "toString" }), []],
  ] as const) {
    it(`${what}: ${String(quirks) || "none"}`, () => {
      expect(quirksOfBody(value)).toEqual(quirks);
    });
  }
});

describe("quirks of a request's head", () => {
  for (const usual of [
    "application/json",
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"',
  ]) {
    it(`takes ${usual} for the usual one`, () => expect(quirksOfHead(usual)).toEqual([]));
  }
  for (const other of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=utf-16",
    "application/jsonp",
  ]) {
    it(`takes ${other} for another`, () =>
      expect(quirksOfHead(other)).toEqual(["content-type-other"]));
  }
  it("misses one that is not there, or blank", () => {
    expect(quirksOfHead(null)).toEqual(["content-type-missing"]);
    expect(quirksOfHead(" ")).toEqual(["content-type-missing"]);
  });
  it("knows a byte order mark by its three bytes", () => {
    expect(hasByteOrderMark(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b))).toBe(true);
    expect(hasByteOrderMark(Uint8Array.of(0xef, 0xbb))).toBe(false);
    expect(hasByteOrderMark(Uint8Array.of())).toBe(false);
  });
});
