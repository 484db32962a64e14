import { describe, expect, it } from "vitest";
import { readAgentMessage } from "../../src/protocol/agent-envelope.ts";
import { refusals } from "../../src/protocol/refusal-table.ts";
import { checkChatApiUrl } from "../../src/protocol/answers/target-url.ts";
import { byWord, fromVisitor, messageOf, readBody } from "./bodies.ts";

const saidOf = (message: unknown): string => {
  const read = readBody(JSON.stringify(fromVisitor(message)));
  return read.ok ? "" : read.refusal.message;
};

const file = { type: "photo", file: "https://a.test/p", file_size: 1, file_name: "p" };
const every = "text, typein, typeout, video, audio, voice, photo, sticker, document, location";
const lost = "The message was not delivered.";

describe("what a refusal says", () => {
  it("names a field that is missing, and what it must hold", () => {
    expect(saidOf({ ...file, file: null })).toBe(
      `message.file: The field is required: an http(s) URL of at most 2048 characters. ${lost}`,
    );
    expect(saidOf({ ...file, file_size: null })).toBe(
      `message.file_size: The field is required: a positive integer. ${lost}`,
    );
    expect(saidOf({ type: "text" })).toBe(
      `message.text: The field is required: a non-empty string. ${lost}`,
    );
  });

  it("names a field that is invalid, and what is expected", () => {
    expect(saidOf({ type: "location", latitude: 91, longitude: 0 })).toBe(
      `message.latitude: The field is not valid: a number from -90 to 90 is expected. ${lost}`,
    );
    expect(saidOf({ type: "location", latitude: 0, longitude: "x" })).toBe(
      `message.longitude: The field is not valid: a number from -180 to 180 is expected. ${lost}`,
    );
  });

  it("names every type there is, of those that may come this way", () => {
    expect(saidOf({})).toBe(`message.type: The field is required: one of ${every}. ${lost}`);
    expect(saidOf({ type: "gif" })).toBe(
      `message.type: The type is unknown; expected one of ${every}. ${lost}`,
    );
    const read = readAgentMessage({ type: "typein" }, { name: "Eve" }, byWord);
    expect(!read.ok && read.refusal.message).toBe(
      `message.type: The type is unknown; expected one of ${every.replace("typein, typeout, ", "")}. ${lost}`,
    );
  });

  it("tells an agent app that a name is required", () => {
    const read = readAgentMessage({ type: "text", text: "Hi" }, {}, byWord);
    expect(!read.ok && read.refusal.message).toBe(
      `sender.name: The agent's name is required: a non-blank string. ${lost}`,
    );
  });

  it("names no field of a body that is not read", () => {
    const read = readBody('{"message":{"type":"text","text":"Hi\nthere"}}');
    expect(read).toEqual({
      ok: false,
      refusal: {
        httpStatus: 400,
        code: 40_001,
        message: `The body must be JSON, but character 37 is unexpected: a string is not closed, or a control character in it is not escaped (a line break: backslash and n). ${lost}`,
      },
    });
    const shapeless = readBody("[]");
    expect(!shapeless.ok && shapeless.refusal.message).toBe(`body: An object is expected. ${lost}`);
  });

  it("keeps its words, row by row", () => {
    const rows = Object.entries(refusals).map(
      ([name, { when, outcome }]) => `${name}: ${when}. ${outcome}`,
    );
    expect(rows).toMatchInlineSnapshot(`
      [
        "malformedJson: The body must be JSON. The message was not delivered.",
        "notUtf8: The body must be UTF-8. The message was not delivered.",
        "tooDeep: The body must not nest deeper than 32 levels. The message was not delivered.",
        "wrongShape: An object is expected. The message was not delivered.",
        "emptySenderId: A non-empty string or an integer is required. The message was not delivered.",
        "invalidSenderId: A string or an integer of at most 255 characters is expected; an integer must have no fraction or exponent. The message was not delivered.",
        "missingField: The field is required. The message was not delivered.",
        "invalidField: The field is not valid. The message was not delivered.",
        "unknownMessageType: The message type is unknown. The message was not delivered.",
        "invalidChannel: The channel's settings are not valid. Nothing was changed.",
        "invalidRequest: The request is not valid. Nothing was changed.",
        "fileNotCopied: The file could not be copied. The message was not sent.",
        "unauthorized: Valid credentials are required. Nothing was changed.",
        "notFound: There is nothing at this address. Nothing was delivered.",
        "unknownConversation: There is no such conversation. Nothing was sent.",
        "unknownMessage: There is no such message in this conversation to send again. The message was not sent.",
        "unknownChannel: There is no such channel. Nothing was changed.",
        "unknownDelivery: There is no such delivery. Nothing was sent.",
        "unknownJob: There is no such job; a gateway forgets its jobs when it stops. Nothing was changed.",
        "unknownBackend: There is no such agent app on this gateway. Nothing was changed.",
        "methodNotAllowed: This method is not allowed here. Nothing was delivered.",
        "requestTimeout: The request took too long to arrive. The message was not delivered.",
        "conflict: The resource was modified by another request. Nothing was changed.",
        "channelExists: A channel with this id already exists. Nothing was changed.",
        "notFailed: Only a failed delivery can be retried. The message was not sent.",
        "jobRunning: A job of this kind is already running. Nothing was changed.",
        "noBackups: Backups are not set up on this gateway. Nothing was changed.",
        "tooManyCount: The channel already has four valid channel secrets, or four valid signing keys. Nothing was changed.",
        "notOwner: The conversation belongs to another agent app by now. The message was not sent.",
        "earlierNode: A gateway of an earlier version uses the store: update every node first. Nothing was changed.",
        "keyReused: The idempotency key belongs to an earlier message with other content. The message was not sent.",
        "channelRemoved: The channel was removed. The message was not sent.",
        "bodyTooLarge: The body is too large. The message was not delivered.",
        "uriTooLong: The URL is too long. The message was not delivered.",
        "contentEncoding: The body must be sent without Content-Encoding. The message was not delivered.",
        "contentType: The body must be sent as application/json. The message was not delivered.",
        "tooManyRequests: Too many requests. The message was not delivered.",
        "conversationLimit: Too many new conversations were opened on this channel in a short time. The message was not delivered.",
        "laneFull: 20 messages are already waiting in this conversation. The message was not sent.",
        "headersTooLarge: The request's headers are too large. The message was not delivered.",
        "internal: The gateway had an internal error. It is unknown whether anything was done.",
        "overloaded: The gateway is overloaded or shutting down. The message was not stored.",
        "storeUnavailable: The commit's outcome is unknown. The message may have been stored: sending it again with the same message.id is safe.",
        "doorTimeout: The plugin did not answer in time. The request may have had effect.",
        "fileUnavailable: The file could not be copied at the moment. The message was not sent.",
      ]
    `);
  });
});

describe("what a warning says", () => {
  it("tells what was dropped, and what is expected there", () => {
    const bad = { thumb: "x", emoji: 5, duration: 0, title: {}, latitude: 91 };
    expect(messageOf(fromVisitor({ ...file, ...bad, id: " " })).warnings).toEqual([
      {
        field: "message.id",
        message:
          "Dropped: a string of 1 to 255 characters that is not blank, or an integer, is expected. Without an id a repeat of this message cannot be recognised.",
      },
      {
        field: "message.thumb",
        message: "Dropped: an http(s) URL of at most 2048 characters is expected.",
      },
      { field: "message.emoji", message: "Dropped: a string of 1 to 64 characters is expected." },
      { field: "message.duration", message: "Dropped: a positive integer is expected." },
      { field: "message.title", message: "Dropped: a non-empty string is expected." },
      { field: "message.latitude", message: "Dropped: a number from -90 to 90 is expected." },
    ]);
  });
});

describe("what is wrong with a chat_api_url", () => {
  it.each([
    [5, "must be a string"],
    ["h".repeat(2049), "must have at most 2048 characters"],
    ["https://a b.test", "must not hold white space"],
    ["https://a.test/\ud800", "must not hold white space"],
    ["ftp://a.test", "must be an absolute http or https URL"],
    ["https://u@a.test", "must not hold credentials"],
    ["https://:p@a.test", "must not hold credentials"],
    ["https://a.test/#f", "must not have a fragment"],
  ])("is said in a phrase: %j %s", (text, why) => {
    expect(checkChatApiUrl(text)).toEqual({ ok: false, why });
  });
});
