import type { Runner } from "../../runner.ts";
import { ScriptedPlugin } from "../../scripted/scripted-plugin.ts";
import { want } from "../../want.ts";
import { type FreshStores, GatewayRig } from "../gateway-rig.ts";

const minuteMs = 60_000;

/** Calls for entries that are due: pollers, connections and time limits of plugins. */
export function dueCallTests({ describe, it }: Runner, fresh: FreshStores): void {
  const start = (plugin: ScriptedPlugin) => GatewayRig.start(fresh(), {}, {}, [plugin]);

  describe("a due entry", () => {
    it("that stands is written once, and its poller goes on by its own answers", async () => {
      const plugin = new ScriptedPlugin("app", [{ key: "poll", value: 0 }]);
      plugin.answer = null;
      const rig = await start(plugin);
      want("called at the start", plugin.called, ["poll"]);
      plugin.lastCall.answer({ dueAt: rig.time.now() + 5_000, value: 1 });
      await rig.time.settle();
      await rig.stop();
      await rig.startAgain();
      want("not anew", plugin.called, ["poll"]);
      await rig.time.advance(5_000);
      const values = plugin.calls.map(({ entry }) => entry.value);
      want("with what it answered", values, [0, 1]);
      plugin.lastCall.answer({ dueAt: null });
      await rig.stop();
    });

    it("is called for at once, or when it is due, and not before", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await start(plugin);
      const now = rig.time.now();
      await plugin.state.write([
        { put: "later", value: 1, due: now + 90_000 },
        { put: "now", value: 1, due: now },
      ]);
      await rig.time.settle();
      want("the one", plugin.called, ["now"]);
      await rig.time.advance(89_000);
      want("not yet", plugin.called, ["now"]);
      await rig.time.advance(2_000);
      want("the other", plugin.called, ["now", "later"]);
      await rig.stop();
    });

    it("is woken, also while its call runs: one call more", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await start(plugin);
      plugin.answer = null;
      await plugin.state.write([{ put: "a", value: 1 }]);
      await plugin.state.wake("a");
      await rig.time.settle();
      want("called", plugin.called, ["a"]);
      await plugin.state.wake("a");
      await plugin.state.wake("a");
      await rig.time.settle();
      want(
        "not beside it, and not aborted",
        [plugin.called, plugin.lastCall.signal.aborted],
        [["a"], false],
      );
      plugin.lastCall.answer({ dueAt: null });
      await rig.time.settle();
      want("once more", plugin.called, ["a", "a"]);
      plugin.lastCall.answer({ dueAt: null });
      await rig.time.advance(minuteMs);
      want("and no more", plugin.called, ["a", "a"]);
      await rig.stop();
    });

    it("that is written from outside aborts its call, whose writes are then refused", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await start(plugin);
      plugin.answer = null;
      await plugin.state.write([{ put: "a", value: 1, due: rig.time.now() }]);
      await rig.time.settle();
      const first = plugin.lastCall;
      const { claim } = first.entry;
      want(
        "under its claim",
        (await plugin.state.write([{ put: "b", value: 1, when: { claim } }])).written,
        true,
      );
      await plugin.state.write([{ put: "a", value: 2 }]);
      await rig.time.settle();
      want("aborted", first.signal.aborted, true);
      const refused = await plugin.state.write([{ put: "b", value: 2, when: { claim } }]);
      want("refused", refused, { written: false, index: 0, why: "stale-claim" });
      want("no overlap", plugin.calls.length, 1);
      first.answer({ dueAt: null, value: 9 });
      await rig.time.settle();
      want(
        "called again, with the new value",
        plugin.calls.map(({ entry }) => entry.value),
        [1, 2],
      );
      plugin.lastCall.answer({ gone: true });
      await rig.time.settle();
      want("gone", await plugin.state.get("a"), null);
      await rig.stop();
    });

    it("whose call fails comes again after growing pauses, and a log line without words", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await start(plugin);
      plugin.answer = null;
      await plugin.state.write([{ put: "a", value: 1, due: rig.time.now() }]);
      await rig.time.settle();
      plugin.lastCall.fail();
      await rig.time.advance(900);
      want("not at once", plugin.calls.length, 1);
      await rig.time.advance(200);
      want("after a second", plugin.calls.length, 2);
      // An answer that is none counts as a failure.
      plugin.lastCall.answer({ dueAt: -1 });
      await rig.time.advance(1_900);
      want("not yet", plugin.calls.length, 2);
      await rig.time.advance(200);
      want("after two", plugin.calls.length, 3);
      for (let call = 3; call < 12; call += 1) {
        plugin.lastCall.fail();
        await rig.time.advance(minuteMs + 1_000);
        want("a minute at the longest", plugin.calls.length, call + 1);
      }
      const told = rig.log.find(({ event }) => event === "a due call of a plugin failed");
      want("with its code", told?.fields, { instance: "app", error: "APP_401", class: "Error" });
      await rig.stop();
    });

    it("keeps its call for ten minutes, and then aborts it", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await start(plugin);
      plugin.answer = null;
      await plugin.state.write([{ put: "a", value: 1, due: rig.time.now() }]);
      await rig.time.advance(10 * minuteMs - 1_000);
      const [call] = plugin.calls;
      want("one call", [plugin.calls.length, call?.signal.aborted], [1, false]);
      await rig.time.advance(1_000);
      want("aborted", call?.signal.aborted, true);
      call?.answer({ dueAt: rig.time.now() });
      await rig.time.settle();
      want("its answer counts", plugin.calls.length, 2);
      plugin.lastCall.answer({ dueAt: null });
      await rig.stop();
    });

    it("whose new value finds no room counts as failed, and keeps the old one", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await GatewayRig.start(fresh(), {}, { pluginBytes: 10 }, [plugin]);
      plugin.answer = null;
      await plugin.state.write([{ put: "a", value: "small", due: rig.time.now() }]);
      await rig.time.settle();
      plugin.lastCall.answer({ dueAt: rig.time.now(), value: "much too large" });
      await rig.time.advance(900);
      want("not at once", plugin.calls.length, 1);
      await rig.time.advance(200);
      want(
        "after a pause",
        plugin.calls.map(({ entry }) => entry.value),
        ["small", "small"],
      );
      const told = rig.log.find(({ event }) => event === "a due call of a plugin failed");
      want("the log says why", told?.fields["error"], "state-full");
      plugin.lastCall.answer({ dueAt: null });
      await rig.stop();
    });

    it("whose call never ends is told in the log, and then called for again", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await GatewayRig.start(fresh(), {}, { dueCalls: 2 }, [plugin]);
      plugin.answer = null;
      await plugin.state.write([{ put: "a", value: 1, due: rig.time.now() }]);
      await rig.time.advance(15 * minuteMs + 5_000);
      const told = rig.log.find(({ fields }) => fields["error"] === "still-running");
      want("in the log", told?.event, "a due call of a plugin failed");
      await plugin.state.write([{ put: "b", value: 1, due: rig.time.now() }]);
      await rig.time.settle();
      want("it takes no place of others", plugin.called, ["a", "b"]);
      await rig.time.advance(5 * minuteMs);
      want("after five minutes it is called for again", plugin.called, ["a", "b", "a"]);
      const startedAt = rig.time.now();
      await rig.stop();
      want("it holds no stop up", rig.time.now() - startedAt <= 9_000, true);
    });

    it("goes on within 5 s when its node is killed", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await start(plugin);
      plugin.answer = null;
      await plugin.state.write([{ put: "a", value: 1, due: rig.time.now() }]);
      await rig.time.settle();
      await rig.kill();
      await rig.startAgain();
      await rig.time.advance(5_000);
      want("again", plugin.called, ["a", "a"]);
      plugin.lastCall.answer({ dueAt: null });
      await rig.time.advance(minuteMs);
      want("and no more", plugin.calls.length, 2);
      await rig.stop();
    });

    it("is due at the next start when the gateway stops during its call", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await start(plugin);
      plugin.answer = null;
      await plugin.state.write([{ put: "a", value: 1, due: rig.time.now() }]);
      await rig.time.settle();
      const { signal, fail } = plugin.lastCall;
      signal.addEventListener("abort", fail);
      await rig.stop();
      await rig.startAgain();
      want("at once", plugin.called, ["a", "a"]);
      plugin.lastCall.answer({ dueAt: null });
      await rig.stop();
    });

    it("is called for when the store fails in between", async () => {
      const plugin = new ScriptedPlugin();
      const rig = await start(plugin);
      plugin.answer = null;
      await plugin.state.write([{ put: "a", value: 1, due: rig.time.now() }]);
      await rig.time.settle();
      rig.commitFault = "before";
      plugin.lastCall.answer({ dueAt: rig.time.now() + 1_000, value: 2 });
      await rig.time.advance(2_000);
      want("its end is not stored", plugin.calls.length, 1);
      rig.commitFault = null;
      await rig.time.advance(1_500);
      want(
        "then it is",
        plugin.calls.map(({ entry }) => entry.value),
        [1, 2],
      );
      plugin.lastCall.answer({ dueAt: null });
      await rig.stop();
    });
  });
}
