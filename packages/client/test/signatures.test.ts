import { describe, expect, it } from "vitest";
import { ParleyClientError, receiverCodes } from "../src/index.ts";
import { receiverIn } from "../src/receive/receiver.ts";
import {
  agentBody,
  agentRequest,
  answerOf,
  signedHeaders,
  taken,
} from "./support/agent-request.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const other = `whsec_${Buffer.alloc(64, 7).toString("base64")}`;
const nowSeconds = 1_700_000_000;

function signed(key = secret, atSeconds = nowSeconds, body = agentBody()) {
  return signedHeaders(key, atSeconds, body);
}

function receiving(secrets: string | readonly string[] = secret, toleranceSeconds?: number) {
  const events: unknown[] = [];
  const tolerance = toleranceSeconds === undefined ? {} : { toleranceSeconds };
  const options = { onMessage: (event: unknown) => void events.push(event), secrets, ...tolerance };
  const receiver = receiverIn(() => nowSeconds, options);
  const post = async (headers: Record<string, string>, body?: string) =>
    answerOf(await receiver(agentRequest(body, headers)));
  return { events, post };
}

const refused = [401, { error: { code: receiverCodes.badSignature } }] as const;

describe("a receiver with a secret", () => {
  it("takes what the official library has signed", async () => {
    const { events, post } = receiving();
    expect(await post(signed())).toEqual(taken);
    expect(events.length).toBe(1);
  });

  it.each([300, -300])("tolerates a clock that is %d s off", async (offSeconds) => {
    const { post } = receiving();
    expect(await post(signed(secret, nowSeconds - offSeconds))).toEqual(taken);
  });

  const good = signed();
  it.each([
    ["nothing", {}],
    ["no id", { ...good, "webhook-id": "" }],
    ["another id", { ...good, "webhook-id": "m-2" }],
    ["another time", { ...good, "webhook-timestamp": String(nowSeconds + 1) }],
    ["no time", { ...good, "webhook-timestamp": "" }],
    ["a time that is none", { ...good, "webhook-timestamp": "1e9" }],
    ["an old one", signed(secret, nowSeconds - 301)],
    ["one from the future", signed(secret, nowSeconds + 301)],
    ["another key's", signed(other)],
    ["another body's", signed(secret, nowSeconds, agentBody({ recipient: { id: "v2" } }))],
    ["an empty one", { ...good, "webhook-signature": "" }],
    ["an empty one with its version", { ...good, "webhook-signature": "v1," }],
    [
      "another version's",
      { ...good, "webhook-signature": good["webhook-signature"].replace("v1", "v2") },
    ],
    [
      "one without its version",
      { ...good, "webhook-signature": good["webhook-signature"].slice(3) },
    ],
    ["no base64", { ...good, "webhook-signature": "v1,?" }],
    ["a cut one", { ...good, "webhook-signature": good["webhook-signature"].slice(0, -8) }],
  ])("takes nothing with %s for a signature", async (_name, headers) => {
    const { events, post } = receiving();
    expect(await post(headers)).toMatchObject(refused);
    expect(events).toEqual([]);
  });

  it("takes neither key's signature on a body that was changed by a space", async () => {
    const { post } = receiving([secret, other]);
    expect(await post(signed(), `${agentBody()} `)).toMatchObject(refused);
  });

  it("takes either key's while keys change, on either side", async () => {
    expect(await receiving([other, secret]).post(signed())).toEqual(taken);
    const [old, current] = [signed(other), signed()];
    const both = `${current["webhook-signature"]} ${old["webhook-signature"]}`;
    for (const key of [secret, other]) {
      expect(await receiving(key).post({ ...current, "webhook-signature": both })).toEqual(taken);
    }
  });

  it("passes over versions that it does not know", async () => {
    const { post } = receiving();
    const signature = `v1a,c2lnbmF0dXJl ${good["webhook-signature"]}`;
    expect(await post({ ...good, "webhook-signature": signature })).toEqual(taken);
  });

  it("tolerates as much as it is told to", async () => {
    expect(await receiving(secret, 10).post(signed(secret, nowSeconds - 11))).toMatchObject(
      refused,
    );
    expect(await receiving(secret, 10).post(signed(secret, nowSeconds - 10))).toEqual(taken);
  });

  it.each(["", "whsec_", "whsec_c2hvcnQ=", "whsec_*", `whsec_${"A".repeat(88)}`])(
    "is none with %j",
    (text) => {
      const make = () => receiving(text);
      expect(make).toThrow(ParleyClientError);
      expect(make).toThrow(/24 to 64 bytes/);
      if (text.length > 6) expect(make).not.toThrow(text.slice(6));
    },
  );
});
