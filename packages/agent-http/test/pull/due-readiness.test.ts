import { ManualTime } from "@parley/conformance";
import type { DueAnswer, DueEntry, PluginEntry, PluginState } from "@parley/core";
import { expect, it } from "vitest";
import { DueReadiness } from "../../src/pull/due-readiness.ts";

const id = "c1.1";
const never = new AbortController().signal;

/** An event that was acknowledged. `openId`: what is open on its lane now. */
function acknowledged({ openId = null, ready = () => Promise.resolve() }: Given = {}) {
  const time = new ManualTime();
  const told: (string | undefined)[] = [];
  const open = openId === null ? null : ({ value: { facts: { id: openId } } } as PluginEntry);
  const readiness = new DueReadiness({
    state: { get: async () => open } as unknown as PluginState,
    readiness: { ready: (conversationId) => (told.push(conversationId), ready()) },
    clock: time,
  });
  const entry = { value: { id, at: time.now() } } as DueEntry;
  return { time, told, due: (signal = never) => readiness.due(entry, signal) };
}

interface Given {
  readonly openId?: string | null;
  readonly ready?: () => Promise<void>;
}

it("a lane is told again until the store has ended its pause, so that the death of the node does not lose it", async () => {
  const stored = Promise.withResolvers<void>();
  const { time, told, due } = acknowledged({ ready: () => stored.promise });
  const answers: DueAnswer[] = [];
  const calling = due();
  void calling.then((answer) => answers.push(answer));
  await time.advance(60_000);
  expect([told, answers]).toEqual([["c1"], []]);
  stored.resolve();
  expect(await calling).toEqual({ dueAt: null });
});

it("the lane is told once more when no call from before the acknowledgement can store a pause any more", async () => {
  const { time, told, due } = acknowledged();
  const at = time.now();
  await time.advance(2_000);
  const answer = await due();
  expect(answer).toEqual({ dueAt: at + 15_000 });
  await time.advance(13_000);
  expect(await due()).toEqual({ dueAt: null });
  expect(told).toEqual(["c1", "c1"]);
});

it("a lane that has gone on is not told", async () => {
  const { told, due } = acknowledged({ openId: "c1.2" });
  expect(await due()).toEqual({ dueAt: null });
  expect(told).toEqual([]);
});

it("a call that is ended before comes again", async () => {
  const { due } = acknowledged({ ready: () => new Promise<void>(() => {}) });
  const stopping = new AbortController();
  const calling = due(stopping.signal);
  stopping.abort(new Error("the gateway stops"));
  await expect(calling).rejects.toThrow("the gateway stops");
});
