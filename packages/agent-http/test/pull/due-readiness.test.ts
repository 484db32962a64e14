import { ManualTime } from "@parley/conformance";
import type { DueAnswer, DueEntry } from "@parley/core";
import { expect, it } from "vitest";
import { dueReadiness } from "../../src/pull/due-readiness.ts";

const entry = { conversationId: "c1" } as DueEntry;

it("a lane is told again until the store has ended its pause, so that the death of the node does not lose it", async () => {
  const time = new ManualTime();
  const stored = Promise.withResolvers<void>();
  const told: (string | undefined)[] = [];
  const readiness = { ready: (id?: string) => (told.push(id), stored.promise) };
  const answers: DueAnswer[] = [];
  const calling = dueReadiness(readiness, entry, new AbortController().signal);
  void calling.then((answer) => answers.push(answer));
  await time.advance(60_000);
  expect([told, answers]).toEqual([["c1"], []]);
  stored.resolve();
  expect(await calling).toEqual({ dueAt: null });
});

it("a call that is ended before comes again", async () => {
  const stopping = new AbortController();
  const readiness = { ready: () => new Promise<void>(() => {}) };
  const calling = dueReadiness(readiness, entry, stopping.signal);
  stopping.abort(new Error("the gateway stops"));
  await expect(calling).rejects.toThrow("the gateway stops");
});
