import { describe, expect, it } from "vitest";
import { type RefusalName, refusals } from "../../src/protocol/refusal-table.ts";
import { refusalBody, refuse } from "../../src/protocol/refusals.ts";
import { readBody } from "./bodies.ts";

const names = Object.keys(refusals) as RefusalName[];

describe("refusals (ruling 4)", () => {
  it("have a number each, which begins with the HTTP status", () => {
    const codes = names.map((name) => refusals[name].code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { code, httpStatus } of Object.values(refusals)) {
      expect(Math.floor(code / 100)).toBe(httpStatus);
      expect([400, 401, 404, 405, 408, 409, 410, 413, 414, 415, 429, 431, 500, 503]).toContain(
        httpStatus,
      );
    }
  });

  it("keep their numbers", () => {
    expect(Object.fromEntries(names.map((name) => [name, refusals[name].code])))
      .toMatchInlineSnapshot(`
        {
          "bodyTooLarge": 41301,
          "channelExists": 40902,
          "channelRemoved": 41001,
          "conflict": 40901,
          "contentEncoding": 41501,
          "contentType": 41502,
          "conversationLimit": 42902,
          "doorTimeout": 50303,
          "earlierNode": 40908,
          "emptySenderId": 40005,
          "fileNotCopied": 40012,
          "fileUnavailable": 50304,
          "headersTooLarge": 43101,
          "internal": 50001,
          "invalidChannel": 40010,
          "invalidField": 40008,
          "invalidRequest": 40011,
          "invalidSenderId": 40006,
          "jobRunning": 40904,
          "keyReused": 40909,
          "laneFull": 42903,
          "malformedJson": 40001,
          "methodNotAllowed": 40501,
          "missingField": 40007,
          "noBackups": 40905,
          "notFailed": 40903,
          "notFound": 40401,
          "notOwner": 40907,
          "notUtf8": 40002,
          "overloaded": 50301,
          "requestTimeout": 40801,
          "storeUnavailable": 50302,
          "tooDeep": 40003,
          "tooManyCount": 40906,
          "tooManyRequests": 42901,
          "unauthorized": 40101,
          "unknownBackend": 40407,
          "unknownChannel": 40404,
          "unknownConversation": 40402,
          "unknownDelivery": 40405,
          "unknownJob": 40406,
          "unknownMessage": 40403,
          "unknownMessageType": 40009,
          "uriTooLong": 41401,
          "wrongShape": 40004,
        }
      `);
  });

  it("have the failure shape as body", () => {
    expect(refusalBody(refuse("malformedJson"))).toEqual({
      error: { code: 40001, message: "The body must be JSON. The message was not delivered." },
    });
  });

  it("name the field, what is expected, and what happened to the message", () => {
    const { message, field } = refuse("invalidField", {
      field: "message.file",
      detail: "A URL is expected",
    });
    expect(message).toBe("message.file: A URL is expected. The message was not delivered.");
    expect(field).toBe("message.file");
  });

  it("carry what goes into header fields", () => {
    expect(refuse("methodNotAllowed", { allow: "POST" })).toMatchObject({
      httpStatus: 405,
      allow: "POST",
    });
    expect(refuse("tooManyRequests", { retryAfterSeconds: 7 })).toMatchObject({
      httpStatus: 429,
      retryAfterSeconds: 7,
    });
  });

  it("never quote what was received", () => {
    const canary = "canary-7f3a";
    const bodies = [
      canary,
      `{"sender":{"id":[${JSON.stringify(canary)}]},"message":{"type":"text"}}`,
      `{"sender":{"id":1},"message":{"type":"${canary}"}}`,
      `{"sender":{"id":1},"message":{"type":"photo","file":"${canary}"}}`,
      `{"sender":{"id":1},"message":{"type":"text","text":["${canary}"]}}`,
      `{"sender":{"id":"${canary.repeat(30)}"},"message":{"type":"text","text":"a"}}`,
    ];
    for (const body of bodies) {
      const read = readBody(body);
      expect(read.ok).toBe(false);
      expect(JSON.stringify(read)).not.toContain(canary);
    }
  });
});
