import { ManualTime } from "@parley/conformance";
import type { PluginState } from "@parley/core";
import { expect, it } from "vitest";
import { PollActivity } from "../../src/pull/poll-activity.ts";

/** An activity whose notes are written when `commit` is called. */
function noting() {
  const writing = Promise.withResolvers<{ written: true; versions: never[] }>();
  const batches: unknown[] = [];
  const state: Pick<PluginState, "write"> = {
    write: (batch) => (batches.push(batch), writing.promise),
  };
  const activity = new PollActivity(state as PluginState, new ManualTime());
  return { activity, batches, commit: () => writing.resolve({ written: true, versions: [] }) };
}

it("a gateway that closes waits for the note of the last poll", async () => {
  const { activity, commit } = noting();
  activity.noted();
  const ended: string[] = [];
  const closing = activity.close().then(() => ended.push("closed"));
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
  commit();
  await closing;
  expect(ended).toEqual(["closed"]);
});

it("a poll that ends behind that notes nothing", async () => {
  const { activity, batches } = noting();
  await activity.close();
  activity.noted();
  expect([batches, activity.isRecent]).toEqual([[], true]);
});
