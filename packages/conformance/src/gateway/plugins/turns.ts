import type { Runner } from "../../runner.ts";
import { ScriptedPlugin } from "../../scripted/scripted-plugin.ts";
import { want } from "../../want.ts";
import { type FreshStores, GatewayRig } from "../gateway-rig.ts";

/** One call at a time for each lane, and what a call may write. */
export function turnTests({ describe, it }: Runner, fresh: FreshStores): void {
  describe("a turn", () => {
    it("holds up the next call of its lane while the plugin ignores its signal, and no report", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.backend.answer = () => (rig.backend.calls.length <= 1 ? "hang" : "taken");
      const conversation = await rig.say("hello");
      await rig.time.advance(60_000);
      want("one call", rig.backend.calls.length, 1);
      want("aborted", rig.backend.calls[0]?.signal.aborted, true);
      rig.transport.answer = () => ({ status: 200, body: '{"error":{"code":1}}' });
      await rig.reply(conversation, "hi");
      want("a report comes at once", rig.backend.reports.length, 1);
      const other = rig.say("other", "v2");
      await other;
      want("other conversations go on", rig.backend.taken.length, 1);
      rig.backend.endHung();
      await rig.time.advance(61_000);
      want(
        "then the next",
        rig.backend.calls.map(({ event }) => event.id === rig.backend.calls[0]?.event.id),
        [true, false, true],
      );
      await rig.stop();
    });

    it("is given to the next call after five minutes, whatever the plugin does", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.backend.answer = () => (rig.backend.calls.length <= 1 ? "hang" : "taken");
      await rig.say("hello");
      await rig.time.advance(4 * 60_000);
      want("not yet", rig.backend.calls.length, 1);
      await rig.time.advance(2 * 60_000 + 10_000);
      want("then", rig.backend.calls.length, 2);
      const told = rig.log.filter(({ fields }) => fields.error === "still-running");
      want("the log says why", told.length > 0, true);
      await rig.stop();
    });

    it("tells whether the plugin may have seen the event", async () => {
      const rig = await GatewayRig.start(fresh());
      rig.backend.answer = () => (rig.backend.calls.length <= 1 ? "throw" : "taken");
      await rig.say("hello");
      await rig.time.advance(1_000);
      await rig.say("again");
      const repeats = rig.backend.calls.map(({ event }) => event.mayBeRepeat);
      want("the second call only", repeats, [false, true, false]);
      await rig.stop();
    });

    it("lets its writes pass while it lasts, and none of an earlier one", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await GatewayRig.start(fresh(), {}, {}, [plugin]);
      const passed: unknown[] = [];
      rig.backend.answer = ({ turn }) => {
        void plugin.state
          .write([{ put: "thread", value: 1, when: { turn } }])
          .then((answer) => passed.push(answer.written || answer.why));
        return rig.backend.calls.length <= 1 ? "silent" : "taken";
      };
      await rig.say("hello");
      await rig.time.advance(10_500);
      const [first] = rig.backend.calls;
      want("while it lasts", passed, [true]);
      const late = await plugin.state.write([
        {
          put: "thread",
          value: 2,
          ...(first !== undefined && { when: { turn: first.event.turn } }),
        },
      ]);
      want("not when it was given up", late, { written: false, index: 0, why: "stale-turn" });
      await rig.time.advance(2_000);
      want("the next one again", passed.length, 2);
      await rig.stop();
    });
  });
}
