import { ManualTime } from "@parley/conformance";
import type { PluginState } from "@parley/core";
import { expect, it } from "vitest";
import { PollActivity } from "../../src/pull/poll-activity.ts";

it("the note of a poll is written before the poll ends, so that none is left when a gateway closes", async () => {
  const writing = Promise.withResolvers<{ written: true; versions: never[] }>();
  const state: Pick<PluginState, "write"> = { write: () => writing.promise };
  const activity = new PollActivity(state as PluginState, new ManualTime());
  const ended: string[] = [];
  const noted = [activity.noted(), activity.noted()].map((one) => one.then(() => ended.push("x")));
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
  writing.resolve({ written: true, versions: [] });
  await Promise.all(noted);
  expect(ended).toEqual(["x", "x"]);
});

it("a note that the store does not take fails no poll", async () => {
  const state: Pick<PluginState, "write"> = { write: () => Promise.reject(new Error("full")) };
  const activity = new PollActivity(state as PluginState, new ManualTime());
  await activity.noted();
  expect(activity.isRecent).toBe(true);
});
