import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appOf } from "../support/apps.ts";
import type { Program } from "../support/program.ts";
import { messageEvent, ScriptedGateway } from "../support/scripted-gateway.ts";

const soon = { timeout: 20_000 };

describe.each(["python", "php"] as const)("the app in %s that polls", (language) => {
  let gateway: ScriptedGateway;
  let app: Program;
  const answered = () => gateway.to("/messages").map(({ body }) => body["idempotencyKey"]);
  const acknowledged = () =>
    gateway.to("/events/acknowledge").flatMap(({ body }) => body["events"]);

  beforeAll(async () => {
    gateway = await ScriptedGateway.open();
    app = appOf(language, "pull", gateway.settings);
    await app.start();
  });
  afterAll(async () => {
    await app.kill();
    await gateway.close();
  });

  it("acknowledges what it has answered", async () => {
    gateway.events.push({ ...messageEvent("c1.1"), token: "first" });
    const taken = { id: "c1.1", token: "first", outcome: "taken" };
    await expect.poll(acknowledged, soon).toEqual([taken]);
    expect(answered()).toEqual(["c1.1"]);
  });

  it("acknowledges a repeat without answering again, also after it was killed", async () => {
    gateway.events.push({ ...messageEvent("c1.1"), token: "second" });
    await expect.poll(() => acknowledged().length, soon).toBe(2);
    await app.kill();
    await app.start();
    gateway.events.push({ ...messageEvent("c1.1"), token: "third" });
    const third = { id: "c1.1", token: "third", outcome: "taken" };
    await expect.poll(() => acknowledged().at(-1), soon).toEqual(third);
    expect(answered()).toEqual(["c1.1"]);
  });

  it("asks for an event later when the gateway stays away or does not take the token, and rejects what it refuses", async () => {
    gateway.troubles.push(401, 408, 429, 503, 409);
    gateway.events.push({ ...messageEvent("c1.2"), token: "a" });
    gateway.events.push({ ...messageEvent("c1.3"), token: "b" });
    await expect
      .poll(() => acknowledged().slice(3), soon)
      .toMatchObject([
        { id: "c1.2", outcome: "later" },
        { id: "c1.3", outcome: "rejected" },
      ]);
  });

  it("does not acknowledge typing, which has no token", async () => {
    const typing = { type: "visitor.typing", id: "c1.typing.x", conversationId: "c1" };
    gateway.events.push({ ...typing, channelId: "shop", typing: "typein" });
    gateway.events.push({ ...messageEvent("c1.4"), token: "c" });
    await expect.poll(() => acknowledged().at(-1), soon).toMatchObject({ id: "c1.4" });
    expect(acknowledged()).toHaveLength(6);
  });
});
