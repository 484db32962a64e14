import { hostileTexts } from "@parley/conformance";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { signWebhook, standardWebhooksSignature } from "../../src/index.ts";
import { doorRequest } from "../support/door-request.ts";
import { hostileHeaders } from "../support/hostile-headers.ts";

const key = Buffer.from("a key of some thirty-two bytes!!").toString("base64");
const other = `whsec_${Buffer.from("another key of thirty-two bytes!").toString("base64")}`;
const now = Date.parse("2026-11-30T12:00:00Z");
const checkOf = (secrets: readonly string[], at = now) =>
  standardWebhooksSignature({ secrets, now: () => at });
const signed = (given: Partial<Parameters<typeof signWebhook>[0]> = {}) => {
  const body = given.body ?? '{"a":1}';
  return {
    body,
    headers: signWebhook({ id: "msg_1", timestamp: now, secrets: [key], ...given, body }),
  };
};

describe("a signed webhook", () => {
  it("is what the reference library checks", () => {
    const timestamp = Date.now();
    const { body, headers } = signed({ timestamp, secrets: [other, key] });
    for (const secret of [key, `whsec_${key}`, other])
      expect(new Webhook(secret).verify(body, headers)).toEqual({ a: 1 });
  });

  it("has whole seconds, and one signature for each secret", () => {
    const { headers } = signed({ timestamp: now + 999, secrets: [key, other] });
    expect(headers["webhook-timestamp"]).toBe(String(now / 1_000));
    expect(headers["webhook-signature"]).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  });
});

describe("the check of a signed webhook", () => {
  it("takes keys with and without whsec_, and either of two", async () => {
    const request = doorRequest(signed());
    expect(await checkOf([key])(request)).toBe(true);
    expect(await checkOf([`whsec_${key}`])(request)).toBe(true);
    expect(await checkOf([other, key])(request)).toBe(true);
    expect(await checkOf([other])(request)).toBe(false);
    const both = doorRequest(signed({ secrets: [other, key] }));
    expect(await checkOf([key])(both)).toBe(true);
  });

  it("takes every text", async () => {
    for (const body of ["", ...hostileTexts])
      expect(await checkOf([key])(doorRequest(signed({ body })))).toBe(true);
  });

  it.each([
    [-301, false],
    [-300, true],
    [300, true],
    [301, false],
  ])("takes it within five minutes either way: %i s", async (seconds, isTaken) => {
    expect(await checkOf([key], now + 1_000 * seconds)(doorRequest(signed()))).toBe(isTaken);
  });

  it("refuses another id, time or body", async () => {
    const { body, headers } = signed();
    const changed = [
      { body: '{"a":2}', headers },
      { body, headers: { ...headers, "webhook-id": "msg_2" } },
      { body, headers: { ...headers, "webhook-timestamp": String(now / 1_000 + 1) } },
      { body: Uint8Array.of(0xff), headers: signed({ body: "\ufffd" }).headers },
      { body, headers: { ...headers, "webhook-signature": "v1, v1," } },
      { body, headers: { ...headers, "webhook-signature": "v1" } },
    ];
    for (const request of changed) expect(await checkOf([key])(doorRequest(request))).toBe(false);
  });

  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"] as const)(
    "refuses every other %s",
    async (name) => {
      const { body, headers } = signed();
      // The order of signatures and what stands between them do not matter.
      const same = new Set([` ${headers[name]}`, `${headers[name]} `]);
      for (const value of hostileHeaders(headers[name])) {
        if (name === "webhook-signature" && same.has(String(value))) continue;
        const request = doorRequest({ body, headers: { ...headers, [name]: value } });
        expect([value, await checkOf([key])(request)]).toEqual([value, false]);
      }
    },
  );

  it.each([[[]], [[""]], [["whsec_"]], [[key, ""]], [["no base64!"]]])(
    "is not made with %j, which it does not quote",
    (secrets) => {
      const message =
        "standardWebhooksSignature: secrets must be at least one text in base64, such as whsec_….";
      expect(() => checkOf(secrets)).toThrow(
        expect.objectContaining({ code: "invalid-option", message }),
      );
    },
  );
});
