import "reflect-metadata";
import {
  ManualTime,
  ScriptedBackend,
  ScriptedTransport,
  SeededRandom,
  testPlatform,
} from "@parley/conformance";
import { AgentBackend, createGateway, type Gateway, Transport } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { ContainerModule } from "inversify";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

const hour = 60 * 60 * 1_000;

let time: ManualTime;
let gateway: Gateway;
let oldest: string;

/** A channel with a secret and a signing key, both made as 2026 began. */
beforeEach(async () => {
  time = new ManualTime(Date.UTC(2026, 0, 1));
  const fittings = new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(new ScriptedBackend(time));
    bind(Transport).toConstantValue(new ScriptedTransport(time));
  });
  gateway = await createGateway(
    testPlatform(time, new SeededRandom(), []),
    memoryStores(),
    fittings,
  );
  onTestFinished(() => gateway.close());
  const { channelAdmin } = gateway;
  const added = await channelAdmin.add({ id: "shop", chatApiUrl: "https://shop.example" });
  oldest = added.done ? added.value.randomString : "";
  await channelAdmin.sign("shop");
});

const shop = () => gateway.channels.find("shop");
const oldestOpens = async () => (await gateway.inbox.authenticate("shop", oldest)) !== null;

describe.each([
  ["channel secrets", "rotate", "secrets"],
  ["signing keys", "sign", "signingKeys"],
] as const)("%s", (what, make, list) => {
  const another = async (overlapMs?: number) => {
    const answer = await gateway.channelAdmin[make]("shop", overlapMs);
    return answer.done ? "made" : answer.refusal;
  };
  const ends = async () => (await shop())?.[list].map(({ expiresAt }) => expiresAt);
  /** Three more, at one, two and three o'clock. */
  const fill = async () => {
    for (let made = 0; made < 3; made += 1) {
      await time.jump(hour);
      expect(await another()).toBe("made");
    }
  };

  it("that still count are four at most: a fifth is refused, says until when, and changes nothing", async () => {
    await fill();
    const before = await shop();
    await time.jump(hour);
    expect(await another()).toEqual({
      httpStatus: 409,
      code: 40906,
      message: `The channel already has 4 valid ${what}. The first of them expires at 2026-01-02 01:00:00 UTC: another one can be made then, or use now (--now), which ends the others at once. Nothing was changed.`,
    });
    expect(await shop()).toEqual(before);
    expect(await oldestOpens()).toBe(true);
  });

  it("can be made again as soon as the first of the four has ended, and not before", async () => {
    await fill();
    await time.jump(22 * hour - 1);
    expect(await another()).toMatchObject({ code: 40906 });
    await time.jump(1);
    expect(await another()).toBe("made");
    expect(await ends()).toHaveLength(4);
  });

  it("can be made without overlap whatever counts, and then nothing else does", async () => {
    await fill();
    expect(await another(0)).toBe("made");
    expect(await ends()).toEqual([null]);
    expect(await oldestOpens()).toBe(make === "sign");
  });
});
