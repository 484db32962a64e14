import { GatewayRig } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { MemoryData, memoryStores } from "../../../src/memory/index.ts";

const hourMs = 60 * 60_000;

async function doctorsPauses({ gateway }: GatewayRig): Promise<readonly string[]> {
  const found = await gateway.diagnosis.run({ probe: false }, new AbortController().signal);
  return found.filter(({ check }) => check === "pauses").map(({ message }) => message);
}

const postponed = { outcome: "later", inMs: hourMs } as const;

/** The agent app postpones what the visitor `v1` writes, and takes all else. */
async function startPostponing(): Promise<GatewayRig> {
  const data = new MemoryData();
  const rig = await GatewayRig.start(() => memoryStores({ data }));
  rig.backend.answer = ({ visitor }) => (visitor.id === "v1" ? postponed : "taken");
  await rig.say("one");
  return rig;
}

/** The gateway is away for some hours. */
async function pass(rig: GatewayRig, hours: number): Promise<void> {
  await rig.kill();
  await rig.time.advance(hours * hourMs);
  await rig.startAgain();
}

async function deadLetters({ gateway }: GatewayRig): Promise<readonly unknown[]> {
  const { items } = await gateway.deadLetters.list({ before: null, limit: 9 });
  return items.map(({ failure }) => failure.reason);
}

describe("an event that the agent app postpones for a day", () => {
  it("stays while no others are taken; the doctor, the log and an event name it", async () => {
    const rig = await startPostponing();
    const [first] = rig.backend.calls;
    expect(await doctorsPauses(rig)).toEqual(["The agent app has asked for no pause."]);
    await pass(rig, 30);
    expect(rig.backend.calls.length).toBe(2);
    expect(await deadLetters(rig)).toEqual([]);
    expect(await doctorsPauses(rig)).toEqual([
      `The agent app has postponed an event for more than a day: ${first?.event.id}.`,
    ]);
    const logged = rig.log.filter(({ event }) => event.endsWith("for more than a day"));
    expect(logged.length).toBe(1);
    const last = rig.events.findLast(({ type }) => type === "postponed");
    expect(last).toMatchObject({ sequence: 1, since: first?.at });
    await rig.stop();
  });

  it("is set aside when others were taken within the last hour, and the agent is told", async () => {
    const rig = await startPostponing();
    await pass(rig, 24);
    await rig.say("other", "v2");
    await rig.time.advance(hourMs);
    expect(await deadLetters(rig)).toEqual(["backend-failing"]);
    expect(rig.backend.reports.map(({ report }) => report.direction)).toEqual(["inbound"]);
    await rig.stop();
  });

  it("is not set aside when a failure has come between its pauses", async () => {
    const rig = await startPostponing();
    await pass(rig, 20);
    rig.backend.answer = ({ visitor }) => (visitor.id === "v1" ? "throw" : "taken");
    await pass(rig, 3);
    rig.backend.answer = ({ visitor }) => (visitor.id === "v1" ? postponed : "taken");
    await pass(rig, 2);
    await rig.say("other", "v2");
    await rig.time.advance(hourMs);
    expect(await deadLetters(rig)).toEqual([]);
    await rig.stop();
  });
});

it("a pause of the whole agent app is in the doctor", async () => {
  const rig = await GatewayRig.start(memoryStores);
  rig.backend.answer = () => ({ outcome: "later", inMs: 60_000, scope: "backend" });
  await rig.say("one");
  await rig.time.advance(20_000);
  expect(await doctorsPauses(rig)).toEqual([
    "The agent app has asked to be sent nothing, 20.0 s ago and for 40.0 s more.",
  ]);
  await rig.stop();
});
