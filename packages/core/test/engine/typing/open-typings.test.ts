import { ManualTime } from "@parley/conformance";
import { expect, it } from "vitest";
import { OpenTypings } from "../../../src/engine/typing/open-typings.ts";
import { SignalHub } from "../../../src/memory/index.ts";

/** Typing on one node; `over` is what it owes an end of, `pending` its timers. */
function node(hub: SignalHub, time: ManualTime) {
  const [over, pending]: [string[], Set<object>] = [[], new Set()];
  const open = new OpenTypings({
    clock: time,
    timers: {
      after: (ms, callback) => {
        const timer = {};
        const fire = () => {
          pending.delete(timer);
          callback();
        };
        const cancel = time.after(ms, fire);
        pending.add(timer);
        return () => {
          pending.delete(timer);
          cancel();
        };
      },
    },
    signals: hub.join(),
    topic: "typing",
    onOver: (conversationId) => over.push(conversationId),
    onElsewhere: () => {},
  });
  const begin = (conversationId: string) => {
    const isOpen = open.begin(conversationId);
    open.told(conversationId);
    return isOpen;
  };
  return { open, over, pending, begin };
}

it("typing leaves no timer behind a gateway that has stopped, nor does typing that comes then", async () => {
  const [hub, time] = [new SignalHub(), new ManualTime()];
  const [here, there] = [node(hub, time), node(hub, time)];
  there.begin("elsewhere");
  await time.settle();
  here.begin("here");
  expect(here.pending.size).toBe(2);
  expect(here.open.stop()).toEqual(["here"]);
  expect(here.begin("late")).toBe(false);
  there.begin("later");
  await time.settle();
  expect(here.pending.size).toBe(0);
});

it("a signal that comes late does not take the end from the node with the latest sign of life", async () => {
  const [hub, time] = [new SignalHub(), new ManualTime()];
  const [here, signals] = [node(hub, time), hub.join()];
  const before = time.now();
  await time.advance(1);
  here.begin("c1");
  for (const words of [`typein ${before}`, `typeout ${before}`, "typein", "typein soon", ""]) {
    signals.publish("typing", `c1 ${words}`);
    await time.settle();
  }
  await time.advance(10_000);
  expect(here.over).toEqual(["c1"]);
  expect(here.pending.size).toBe(0);
});
