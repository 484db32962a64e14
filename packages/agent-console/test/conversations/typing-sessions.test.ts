import { ManualTime } from "@parley/conformance";
import type { Timers, TypingType } from "@parley/core";
import { SignalHub } from "@parley/core/memory";
import { expect, it } from "vitest";
import type { AccountSession } from "../../src/accounts/accounts.ts";
import { LiveEvents } from "../../src/live/live-events.ts";
import { LiveSignals } from "../../src/live/live-signals.ts";
import { TypingSessions } from "../../src/conversations/typing-sessions.ts";

const account = { id: "ada", email: "ada@parley.example", name: "Ada", role: "agent" } as const;
const session: AccountSession = { id: "session-1", account, cookies: [] };

/** The typing sessions of one node; `told` is what all agents hear from it, `typed` what visitors see. */
function node(hub: SignalHub, timers: Timers) {
  const [told, typed]: [TypingType[], TypingType[]] = [[], []];
  const signals = new LiveSignals(hub.join());
  const live = new LiveEvents("boot", 10, (event) => {
    if (event.type === "writing") told.push(event.data.type);
    signals.tell(event);
  });
  const outbox = { typing: (_id: string, type: TypingType) => void typed.push(type) };
  return { typingSessions: new TypingSessions({ outbox, live, signals, timers }), told, typed };
}

it("an agent whose typing reaches two nodes in turn is told to have stopped by one, 10 s after the last", async () => {
  const [hub, time] = [new SignalHub(), new ManualTime()];
  const nodes = [node(hub, time), node(hub, time)];
  for (let turn = 0; turn < 6; turn += 1) {
    nodes[turn % 2]?.typingSessions.typed(session, "c1", "typein");
    await time.advance(5_000);
  }
  expect(nodes.map(({ told }) => told)).toEqual(Array(2).fill(Array(3).fill("typein")));
  await time.advance(4_999);
  expect(nodes[1]?.told).toHaveLength(3);
  await time.advance(60_000);
  expect(nodes[0]?.told).toEqual(Array(3).fill("typein"));
  expect(nodes[1]?.told).toEqual([...Array<string>(3).fill("typein"), "typeout"]);
});

it("a session that is over ends its typing on the node that had it last, and nowhere else", async () => {
  const [hub, time] = [new SignalHub(), new ManualTime()];
  const [first, last] = [node(hub, time), node(hub, time)];
  for (const { typingSessions } of [first, last]) {
    typingSessions.typed(session, "c1", "typein");
    await time.advance(5_000);
  }
  first.typingSessions.endOf(session.id);
  last.typingSessions.endOf(session.id);
  expect([first.typed, last.typed]).toEqual([["typein"], ["typein", "typeout"]]);
});

it("a closed console keeps no typing timer, also not for later typing", () => {
  const pending = new Set<() => void>();
  const time = new ManualTime();
  const timers: Timers = {
    soon: (callback) => time.soon(callback),
    after: (_ms, callback) => {
      pending.add(callback);
      return () => void pending.delete(callback);
    },
  };
  const { typingSessions, typed } = node(new SignalHub(), timers);
  typingSessions.typed(session, "c1", "typein");
  typingSessions.typed(session, "c2", "typein");
  expect(pending.size).toBe(2);
  typingSessions.close();
  expect(pending.size).toBe(0);
  typingSessions.typed(session, "c1", "typein");
  expect([pending.size, typed.length]).toEqual([0, 3]);
});
