import { defaultBounds } from "@parley/core";
import { checks, type Run } from "@parley/conformance/simulator";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../src/simulator/judge/ledger.ts";
import { soundBackend } from "../../src/simulator/plan/rates.ts";
import { noticed, pauseLies, postponed, taken } from "./pause-lies.ts";
import { ended, soundStory, type Story } from "./story.ts";

const names = new Set([...Object.keys(pauseLies), "one-report", "healthy-lanes"]);
const listening = { nodes: [0], answers: soundBackend };
const allReady = { kind: "ready", conversationId: null } as const;

/** Names of the checks of pauses and notices that find something. */
function broken(story: Story, notices?: Run["plan"]["notices"]): readonly string[] {
  const { entries } = ended(story);
  const nothing = { channels: [], inputs: [], skewMs: 0 };
  const plan = { seed: 0, nodes: 1, bounds: defaultBounds, ...nothing };
  const told = notices === undefined ? plan : { ...plan, notices };
  const run = { plan: told, entries, ledger: Ledger.of(entries), secrets: ["sesame"] };
  return checks
    .filter(({ name, find }) => names.has(name) && find(run).length > 0)
    .map(({ name }) => name);
}

describe("the check of events that were postponed", () => {
  it("finds nothing when the event comes at the end of its pause", () => {
    expect(broken(taken(postponed("event", 5_000), 17_000))).toEqual([]);
  });

  it("sees an event that comes too early, and none that the agent app was ready for", () => {
    expect(broken(taken(postponed("event", 5_000), 16_900))).toEqual(["event-pauses"]);
    const story = postponed("event", 5_000).tell(14_000, allReady);
    expect(broken(taken(story, 14_010))).toEqual([]);
  });

  it("sees an event that comes too late after the end of its pause, or after ready()", () => {
    expect(broken(taken(postponed("event", 5_000), 17_100))).toEqual(["event-pauses"]);
    const story = postponed("event", 9_000).tell(14_000, allReady);
    expect(broken(taken(story, 15_500))).toEqual(["event-pauses"]);
  });

  it("knows the bounds of a pause: a second, and an hour", () => {
    expect(broken(taken(postponed("event", 10, 1_000), 13_000))).toEqual([]);
    expect(broken(taken(postponed("event", 10, 1_000), 12_500))).toEqual(["event-pauses"]);
  });
});

describe("the checks of pauses of the whole agent app", () => {
  it("find nothing when it is called at the end, or when it is ready", () => {
    expect(broken(taken(postponed("backend", 5_000), 17_000))).toEqual([]);
    const story = postponed("backend", 9_000).tell(14_000, allReady);
    expect(broken(taken(story, 14_500))).toEqual([]);
  });

  it("see a call during the pause, and none within its first second", () => {
    expect(broken(taken(postponed("backend", 5_000), 14_000))).toEqual(["app-pauses"]);
    expect(broken(taken(postponed("backend", 5_000), 12_500))).toEqual([]);
  });

  it("see that nobody calls after ready()", () => {
    const story = postponed("backend", 9_000).tell(14_000, allReady);
    expect(broken(taken(story, 15_500))).toEqual(["app-pauses-end"]);
  });
});

describe("the checks of notices", () => {
  const delivered = { kind: "delivered", record: null } as const;

  it("find nothing when a delivered message is told once where somebody listens", () => {
    const story = noticed().calls(13_000, 12, "delivered", "c.5");
    expect(broken(story.settles(13_000, "notices", 12, delivered), listening)).toEqual([]);
  });

  it("see a notice where nobody listens, and none where somebody does", () => {
    const story = noticed().calls(13_000, 12, "delivered", "c.5");
    expect(broken(story.settles(13_000, "notices", 12, delivered))).toEqual(["one-report"]);
    const silent = noticed(soundStory(), false);
    expect(broken(silent, listening)).toEqual(["one-report"]);
  });

  it("see a notice that was dropped without being refused", () => {
    const failure = { reason: "backend-rejected" } as const;
    const story = noticed().settles(13_000, "notices", 12, {
      kind: "failed",
      failure,
      report: null,
      record: null,
    });
    expect(broken(story, listening)).toEqual(["notice-ends"]);
  });
});

it("the check of idle lanes takes no pause for an excuse that nobody asked for", () => {
  const none = { inbound: 0, reports: 0, notices: 0 };
  expect(broken(soundStory().waits(15_000, none))).toEqual(["healthy-lanes", "asked-pauses"]);
});
