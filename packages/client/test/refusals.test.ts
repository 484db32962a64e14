import { refusals } from "@parley/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createClient,
  errorCodes,
  type Message,
  ParleyClientError,
  textMessage,
  type Visitor,
} from "../src/index.ts";
import { openGateway, type OpenedGateway } from "./support/open-gateway.ts";

let bench: OpenedGateway;

beforeAll(async () => {
  bench = await openGateway();
});
afterAll(() => bench.close());

async function refused(sender: Visitor, message: unknown, ingressUrl = bench.ingressUrl) {
  const sent = createClient({ ingressUrl, retries: 0 }).send({
    sender,
    message: message as Message,
  });
  const error = await sent.catch((error: unknown) => error);
  if (!ParleyClientError.is(error)) throw new Error("a ParleyClientError was expected");
  return error;
}

describe("what a gateway refuses", () => {
  it.each([
    [{ type: "text", text: "" }, errorCodes.missingField, "message.text"],
    [
      { type: "photo", file: "ftp://x/y", file_name: "a", file_size: 1 },
      errorCodes.invalidField,
      "message.file",
    ],
    [{ type: "poem" }, errorCodes.unknownMessageType, "message.type"],
  ])("is told with its number and the field: %j", async (message, code, field) => {
    expect(await refused({ id: "v" }, message)).toMatchObject({
      reason: "refused",
      status: 400,
      code,
      field,
      retryable: false,
    });
  });

  it("is told when the visitor's id is too long", async () => {
    const failure = await refused({ id: "x".repeat(256) }, textMessage("hi"));
    expect([failure.code, failure.field]).toEqual([errorCodes.invalidSenderId, "sender.id"]);
  });

  it("is told when the address is wrong, without saying which part", async () => {
    const wrong = bench.ingressUrl.replace("/shop", "/shed");
    const failure = await refused({ id: "v" }, textMessage("hi"), wrong);
    expect([failure.code, failure.field]).toEqual([errorCodes.notFound, null]);
    await expect(createClient({ ingressUrl: wrong }).status()).rejects.toMatchObject({
      status: 404,
    });
  });

  it("has the numbers of the gateway's own table, all that a visitor's side can meet", () => {
    for (const [name, code] of Object.entries(errorCodes))
      expect(refusals[name as keyof typeof refusals]?.code).toBe(code);
    const others = Object.entries(refusals).filter(
      ([name, { outcome }]) => !(name in errorCodes) && /delivered|stored|known/.test(outcome),
    );
    expect(others).toEqual([]);
  });
});

describe("what cannot be sent", () => {
  it.each([
    ["no id", ""],
    ["a fraction", 1.5],
    ["a number that has lost digits", Number.MAX_SAFE_INTEGER + 1],
    ["not a number", Number.NaN],
    ["null", null as unknown as string],
  ])("is known before anything leaves: %s", async (_name, id) => {
    const failure = await refused({ id }, textMessage("hi"));
    expect(failure).toMatchObject({ reason: "invalid-argument", field: "sender.id", status: null });
    const typing = createClient({ ingressUrl: bench.ingressUrl }).typing(id, "typein");
    await expect(typing).rejects.toMatchObject({ field: "sender.id" });
  });

  it.each(["", "shop", "ftp://gateway.test/x/shop", "https://user:password@gateway.test/x/shop"])(
    "is a client at %j",
    (ingressUrl) => {
      expect(() => createClient({ ingressUrl })).toThrow(ParleyClientError);
    },
  );

  it.each([0, -1, Number.NaN, 55_001, "5"])("is a client that waits for %j ms", (value) => {
    const timeoutMs = value as number;
    expect(() => createClient({ ingressUrl: bench.ingressUrl, timeoutMs })).toThrow(/timeoutMs/);
  });

  it.each([-1, Number.NaN, "4"])("is a client that tries %j times more", (value) => {
    const retries = value as number;
    expect(() => createClient({ ingressUrl: bench.ingressUrl, retries })).toThrow(/retries/);
  });
});
