import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { appOf } from "../support/apps.ts";
import type { Program } from "../support/program.ts";
import { messageEvent, ScriptedGateway } from "../support/scripted-gateway.ts";

const soon = { timeout: 20_000 };
const ago = (seconds: number) => String(Math.floor(Date.now() / 1_000) - seconds);

describe.each(["python", "php"] as const)(
  "the app in %s to which events are posted",
  (language) => {
    let gateway: ScriptedGateway;
    let app: Program;
    /** Tries again until the app listens. Its first answer counts. */
    const push = (...given: Parameters<ScriptedGateway["push"]>) =>
      vi.waitFor(() => gateway.push(...given), soon);
    const answered = () => gateway.to("/messages").map(({ body }) => body["idempotencyKey"]);

    beforeAll(async () => {
      gateway = await ScriptedGateway.open();
      app = appOf(language, "push", gateway.settings);
      await app.start();
    });
    afterAll(async () => {
      await app.kill();
      await gateway.close();
    });

    beforeEach(() => void gateway.calls.splice(0));

    it("answers an event with its own token, under the event's id", async () => {
      expect(await push(messageEvent("c1.1"))).toBe(204);
      expect(answered()).toEqual(["c1.1"]);
      expect(gateway.to("/messages")[0]).toMatchObject({
        authorization: "Bearer agent_of_a_test",
        body: {
          conversationId: "c1",
          message: { type: "text", text: "You wrote: Is it in stock?" },
        },
      });
    });

    it("refuses a wrong signature, an old one, one of the future, and none", async () => {
      const wrong = `v1,${Buffer.alloc(32).toString("base64")}`;
      const event = messageEvent("c1.2");
      expect(await push(event, { "webhook-signature": wrong })).toBe(401);
      expect(await push(event, { "webhook-signature": "" })).toBe(401);
      expect(await push(event, { "webhook-signature": "v1" })).toBe(401);
      expect(await push(event, { "webhook-id": "c1.3" })).toBe(401);
      expect(await push(event, { "webhook-timestamp": ago(310) })).toBe(401);
      expect(await push(event, { "webhook-timestamp": ago(-310) })).toBe(401);
      expect(await push(event, { "webhook-timestamp": "soon" })).toBe(401);
      expect(answered()).toEqual([]);
    });

    it("takes one good signature among several, as while the secret changes", async () => {
      const event = messageEvent("c1.4");
      const sign = gateway.signatureOf(event);
      const several = `v1,AAAA ${sign["webhook-signature"]}`;
      expect(await push(event, { ...sign, "webhook-signature": several })).toBe(204);
      expect(answered()).toEqual(["c1.4"]);
    });

    it("takes a repeat without answering again, also after it was killed", async () => {
      expect(await push(messageEvent("c1.8"))).toBe(204);
      expect(await push(messageEvent("c1.8"))).toBe(204);
      await app.kill();
      await app.start();
      expect(await push(messageEvent("c1.8"))).toBe(204);
      expect(answered()).toEqual(["c1.8"]);
    });

    it("waits when the gateway is busy or away, and sends the same again", async () => {
      gateway.troubles.push(429, 503);
      expect(await push(messageEvent("c1.5"))).toBe(204);
      expect(answered()).toEqual(["c1.5", "c1.5", "c1.5"]);
    });

    it("asks for an event again when the gateway stays away or does not take the token, and gives up what it refuses", async () => {
      gateway.troubles.push(401, 408, 503, 503);
      expect(await push(messageEvent("c1.6"))).toBe(503);
      gateway.troubles.push(409);
      expect(await push(messageEvent("c1.7"))).toBe(422);
      expect(await push(messageEvent("c1.6"))).toBe(204);
    });
  },
);
