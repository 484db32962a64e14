import { roundToDue } from "../time/round-to-due.ts";
import { GatewayRig } from "./gateway-rig.ts";
import type { FreshStores } from "./gateway-rig.ts";
import type { Runner } from "../runner.ts";
import { want } from "../want.ts";
import { statesOf } from "./redelivery.ts";

/** Instants around every tick, in milliseconds after the first attempt. */
const instants = [1, 1_500, 2_999, 3_001, 4_500, 5_999, 6_001, 7_500, 8_999];
const outagesMs = [0, 400, 2_000, 4_000, 20_000];

/** Attempt count and clock survive a stop and a crash (ruling 15). */
export function restartTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a restart in the middle of a series", () => {
    for (const end of ["stop", "kill"] as const) {
      for (const outageMs of outagesMs) {
        it(`${end} and start after ${outageMs} ms, at every point: at most three attempts, on their ticks, one report`, async () => {
          for (const instant of instants) await oneRestart(fresh, end, instant, outageMs);
        });
      }
    }

    it("an accepted visitor message that the agent app had not taken is handed over after a kill", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.backend.answer = () => "hang";
      await rig.visitorSends({ sender: { id: 1 }, message: { type: "text", text: "one" } });
      await rig.visitorSends({ sender: { id: 1 }, message: { type: "text", text: "two" } });
      await rig.kill();
      rig.backend.answer = () => "taken";
      await rig.startAgain();
      await rig.time.advance(1_000);
      want(
        "both, in order",
        rig.backend.taken.map(({ message }) => "text" in message && message.text),
        ["one", "two"],
      );
      const ids = new Set(rig.backend.calls.map(({ event }) => event.id));
      want("a redelivered event keeps its id", ids.size, 2);
      await rig.stop();
    });

    it("a report that the agent app had not taken is handed over after a kill", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({ status: 200, body: '{"error":{"code":1,"message":"no"}}' });
      rig.backend.answerReport = () => "throw";
      await rig.reply(conversation, "hi");
      await rig.kill();
      rig.backend.answerReport = () => "taken";
      await rig.startAgain();
      await rig.time.advance(2_000);
      want("one report", rig.backend.reports.length, 1);
      await rig.stop();
    });

    it("a series that never began loses nothing to an outage of any length", async () => {
      const rig = await GatewayRig.start(fresh(), {}, { outboundLeases: 0 });
      await rig.reply(await rig.say("hello"), "hi");
      await rig.kill();
      await rig.time.jump(3_600_000);
      const again = rig.withBounds({ outboundLeases: 100 });
      await again.startAgain();
      await again.time.advance(1_000);
      want("delivered at its first attempt", again.transport.posts.length, 1);
      want("no report", again.backend.reports.length, 0);
      await again.stop();
    });

    it("a machine that slept between two ticks skips what it missed, and tells the agent past 9 s", async () => {
      const rig = await GatewayRig.start(fresh());
      const conversation = await rig.say("hello");
      rig.transport.answer = () => ({ status: 500 });
      await rig.reply(conversation, "hi");
      await rig.time.jump(30_000);
      await rig.time.advance(2_000);
      want("no attempt past 9 s", rig.transport.posts.length, 1);
      want(
        "reported as interrupted",
        rig.backend.reports.map(({ report }) => report.reason),
        ["interrupted"],
      );
      await rig.stop();
    });
  });
}

async function oneRestart(
  fresh: FreshStores,
  ending: "stop" | "kill",
  instant: number,
  outageMs: number,
): Promise<void> {
  const where = `${ending} at ${instant} ms for ${outageMs} ms:`;
  const rig = await GatewayRig.start(fresh());
  const conversation = await rig.say("hello");
  rig.transport.answer = () => (ending === "kill" ? "hang" : { status: 500 });
  const startedAt = rig.time.now();
  await rig.reply(conversation, "hi");
  await rig.time.advance(instant);
  await rig[ending]();
  const before = rig.transport.posts.length;
  await rig.time.jump(outageMs);
  const back = rig.time.now() - startedAt;
  await rig.startAgain();
  await rig.time.advance(30_000);
  const offsets = rig.transport.posts.map(({ at }) => at - startedAt);
  const due = expectedOffsets(before, back);
  want(`${where} attempts`, roundToDue(offsets, due, rig.lateMs), due);
  const reports = rig.backend.reports.map(({ at }) => at - startedAt);
  const end = [Math.max(9_000, back)];
  const told = roundToDue(reports, end, rig.lateMs);
  want(`${where} one report, at 9 s, or at once when that is past`, told, end);
  want(`${where} the message is failed`, await statesOf(rig, conversation), [
    "delivered",
    "failed",
  ]);
  await rig.stop();
}

/** Offsets of the attempts before the outage, then of every later tick: on time, or late in its window. */
function expectedOffsets(before: number, back: number): number[] {
  const offsets = [0, 3_000, 6_000].slice(0, before);
  for (let tick = before * 3_000; tick < 9_000; tick += 3_000) {
    const start = Math.max(tick, back);
    if (tick + 3_000 - start >= 500) offsets.push(start);
  }
  return offsets;
}
