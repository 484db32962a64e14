import { describe, expect, it } from "vitest";
import { defaultKnobs } from "../../src/model/channel.ts";
import { channelOf, writeDefinition } from "../../src/sql-store/channel-row.ts";
import { secretsLayout, writeSecrets } from "../../src/sql-store/channel-secrets.ts";

const facts = { id: "shop", key: "k", revision: 1, createdAt: 5, secrets: [] };
const settings = {
  chatApiUrl: "https://shop.example/chat",
  knobs: defaultKnobs,
  signingKeys: [],
};

describe("a channel's row", () => {
  it("comes back as it was written", () => {
    expect(channelOf(facts, () => writeDefinition(settings))).toEqual({ ...facts, ...settings });
  });

  it("has its definition read when a setting is first asked for, and once", () => {
    let reads = 0;
    const channel = channelOf(facts, () => {
      reads += 1;
      return writeDefinition(settings);
    });
    expect(channel.id).toBe("shop");
    expect(reads).toBe(0);
    expect([channel.chatApiUrl, channel.knobs]).toEqual([settings.chatApiUrl, defaultKnobs]);
    expect(reads).toBe(1);
  });

  it("of an earlier version gets the defaults of what it lacks", () => {
    const definition = JSON.stringify({ chatApiUrl: settings.chatApiUrl, knobs: {} });
    expect(channelOf(facts, () => definition)).toMatchObject(settings);
  });

  it("has secrets of one length, however many there are (ruling 1)", () => {
    const secret = { digest: "d".repeat(64), expiresAt: 1_700_000_000_000 };
    for (const secrets of [[], [secret], [secret, { ...secret, expiresAt: null }]])
      expect(writeSecrets(secrets).length).toBe(secretsLayout.slots * secretsLayout.slotCharacters);
  });
});
