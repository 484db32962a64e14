import { defaultBounds } from "@parley/core";
import { checks } from "@parley/conformance/simulator";
import { describe, expect, it } from "vitest";
import type { RouterPlan } from "../../src/simulator/plan/router-plan.ts";
import { Ledger } from "../../src/simulator/judge/ledger.ts";
import type { Entry } from "../../src/simulator/judge/trace-entry.ts";
import { handedOver, ownerLies, storyRouter } from "./owner-lies.ts";
import { pauseLies } from "./pause-lies.ts";
import { bodyOf, ended, inbound, lease, life, outbound, soundStory, type Story } from "./story.ts";

/** The names of the checks that find something in these entries. */
function broken(entries: readonly Entry[], router?: RouterPlan): readonly string[] {
  const nothing = { skewMs: 0, channels: [], inputs: [] };
  const one = { seed: 0, nodes: 1, bounds: defaultBounds, ...nothing };
  const plan = router === undefined ? one : { ...one, router };
  const run = { plan, entries, ledger: Ledger.of(entries), secrets: ["sesame"] };
  return checks.filter(({ find }) => find(run).length > 0).map(({ name }) => name);
}

/** The sound story with every entry passed through `change`. */
function changed(change: (entry: Entry, index: number) => Entry | readonly Entry[]): Entry[] {
  return ended(soundStory()).entries.flatMap(change);
}

function told(more: (story: Story) => Story): Entry[] {
  return ended(more(soundStory())).entries;
}

/** A plugin wakes an entry. */
function woken(story: Story): Story {
  const limits = { entries: 9, bytes: 999 };
  const wake = { instance: "sim", writes: [{ kind: "wake", key: "poll" }], limits } as const;
  return story.commit(12_000, {
    batch: { appends: [], settlements: [], states: [wake] },
    result: {
      appends: [],
      settlements: [],
      states: [{ written: true, versions: [null] }],
      leases: [],
    },
  });
}

const isPost = (entry: Entry, call: number) => entry.kind === "post" && entry.call === call;
const at = (entry: Entry, ms: number): Entry => ({
  ...entry,
  at: entry.at + ms,
  local: entry.local + ms,
});

/** One lie for each check, which that check must see. */
const lies: Readonly<Record<string, () => Entry[]>> = {
  ...pauseLies,
  ...ownerLies,
  "one-end": () =>
    changed((entry) =>
      entry.kind === "held" ? { ...entry, messages: entry.messages.slice(1) } : entry,
    ),
  "three-attempts": () =>
    changed((entry) => (isPost(entry, 2) ? [entry, { ...entry, call: 99 } as Entry] : entry)),
  "on-time": () =>
    changed((entry) =>
      isPost(entry, 3) ? ({ ...at(entry, 900), askedAt: entry.at + 900 } as Entry) : late(entry),
    ),
  "nothing-after": () => told((story) => story.calls(15_000, 9, "receive", "c.1")),
  "one-report": () => changed(withoutReport),
  "report-on-time": () =>
    changed((entry) =>
      entry.kind === "commit" && entry.at === 11_010 ? { ...entry, now: entry.now - 1_000 } : entry,
    ),
  "lane-order": () =>
    told((story) =>
      story
        .writes(12_000, inbound("h2"), 4, lease("inbound", 4, 7, 12_000))
        .writes(12_001, inbound("h3"), 5, lease("inbound", 5, 8, 12_001))
        .calls(12_001, 9, "receive", "c.5"),
    ),
  "healthy-lanes": () =>
    told((story) =>
      story
        .writes(12_000, inbound("h2"), 4)
        .commit(15_000, leased(lease("inbound", 4, 7, 15_000)))
        .calls(15_000, 9, "receive", "c.4")
        .settles(15_000, "inbound", 7, { kind: "delivered", record: null }),
    ),
  "identical-attempts": () =>
    changed((entry) => (isPost(entry, 3) ? ({ ...entry, body: bodyOf("m2") } as Entry) : entry)),
  fencing: () =>
    told((story) => story.settles(15_000, "inbound", 1, { kind: "delivered", record: null })),
  "after-commit": () => {
    const entries = changed((entry) => entry);
    const index = entries.findIndex(({ kind }) => kind === "answered");
    return [...entries.splice(index, 1), ...entries];
  },
  refusals: () =>
    changed((entry) =>
      entry.kind === "answered" && entry.label === "h1"
        ? { ...entry, accepted: false, status: 400, code: 40_001 }
        : entry,
    ),
  "honest-ends": () =>
    changed((entry) =>
      entry.kind === "backend-end" && entry.call === 1 ? { ...entry, outcome: "threw" } : entry,
    ),
  "true-reasons": () =>
    changed((entry) => (isPost(entry, 4) ? ({ ...entry, end: "redirect" } as Entry) : entry)),
  "honest-overload": () =>
    changed((entry) =>
      entry.kind === "answered" && entry.label === "m1"
        ? { ...entry, accepted: false, status: 503, code: 50_301 }
        : entry,
    ),
  "removed-channels": () =>
    changed((entry) =>
      isPost(entry, 2) ? [{ ...entry, kind: "removed", channelId: "shop" } as Entry, entry] : entry,
    ),
  "true-reports": () =>
    changed((entry) =>
      entry.kind === "commit"
        ? (JSON.parse(
            JSON.stringify(entry).replace('\\"sequence\\":2', '\\"sequence\\":1'),
          ) as Entry)
        : entry,
    ),
  "typing-yields": () => {
    const entries = changed((entry) => entry);
    const index = entries.findIndex((entry) => isPost(entry, 2));
    const [typing] = soundStory().typing(2_005, 50).entries.slice(-1);
    return typing === undefined ? [] : entries.toSpliced(index, 0, typing);
  },
  "due-calls": () =>
    told((story) =>
      [12_000, 12_500].reduce(
        (so, ms) => so.tell(ms, { kind: "due", call: ms, key: "poll", token: "t" }),
        story,
      ),
    ),
  wakes: () => told((story) => woken(story).tell(12_500, { kind: "life", event: "healed", ms: 0 })),
  standstill: () =>
    told((story) => story.tell(14_000, { kind: "life", event: "paused", ms: 5_000 })),
  repeats: () =>
    told((story) =>
      story
        .writes(12_000, inbound("h1"), 4, lease("inbound", 4, 7, 12_000))
        .calls(12_000, 9, "receive", "c.4")
        .settles(12_000, "inbound", 7, { kind: "delivered", record: null }),
    ),
  profile: () =>
    changed((entry) =>
      entry.kind === "receive" ? { ...entry, visitor: { name: "Eve", id: "1" } } : entry,
    ),
  bounded: () =>
    told((story) =>
      story.tell(12_000, { kind: "committing", labels: Array.from({ length: 10_001 }, String) }),
    ),
  drain: () => changed((entry) => (entry.kind === "release" ? held(entry) : entry)),
  "lanes-empty": () => told((story) => story.writes(12_000, outbound("m2"), 4)),
  "private-logs": () =>
    told((story) =>
      story.tell(12_000, { kind: "log", level: "info", event: "a word", fields: { of: "sesame" } }),
    ),
  "nothing-escapes": () => told((story) => story.tell(12_000, { kind: "escaped", what: "thrown" })),
  "no-platform": () =>
    told((story) => story.tell(12_000, { kind: "trapped", name: "now", stack: "at engine.ts" })),
};

/** What follows a post that was late is late too. */
function late(entry: Entry): Entry {
  return entry.kind === "post-end" && entry.call === 3 ? at(entry, 900) : entry;
}

function withoutReport(entry: Entry): Entry {
  if (entry.kind !== "commit") return entry;
  const settlements = entry.batch.settlements.map((settlement) =>
    settlement.verdict.kind === "failed"
      ? { ...settlement, verdict: { ...settlement.verdict, report: null } }
      : settlement,
  );
  return { ...entry, batch: { ...entry.batch, settlements } };
}

function leased(one: ReturnType<typeof lease>) {
  return { result: { appends: [], settlements: [], states: [], leases: [one] } };
}

/** Instead of giving its leases back, the node is granted one more. */
function held(entry: Entry): Entry[] {
  const { entries } = soundStory().writes(29_000, inbound("h2"), 4, lease("inbound", 4, 7, 29_000));
  return [...entries.slice(-4), { ...entry, kind: "life", event: "stopped", ms: 0, life }];
}

/** This lease is given back as one under which nothing was done. */
function unused(entry: Entry, token: number): Entry {
  if (entry.kind !== "commit") return entry;
  const verdict = { kind: "retry", due: entry.now, memo: null, isUnused: true } as const;
  const settlements = entry.batch.settlements.map((settlement) =>
    settlement.token === token ? { ...settlement, verdict } : settlement,
  );
  return { ...entry, batch: { ...entry.batch, settlements } };
}

describe("every check", () => {
  it("finds nothing in a sound story", () => {
    expect(broken(ended(soundStory()).entries)).toEqual([]);
  });

  it.each([
    ["a POST", 3],
    ["a call of the agent app", 1],
  ])("sees %s under a lease that counts as unused", (_, token) => {
    expect(broken(changed((entry) => unused(entry, token)))).toContain("fencing");
  });

  it("has a lie that it must see", () => {
    expect(Object.keys(lies).toSorted()).toEqual(checks.map(({ name }) => name).toSorted());
  });

  it("finds nothing in a story about a change of owner", () => {
    expect(broken(ended(handedOver()).entries, storyRouter)).toEqual([]);
  });

  for (const { name, promise } of checks)
    it(`${name} sees it broken: ${promise}`, () => {
      const router = name in ownerLies ? storyRouter : undefined;
      expect(broken(lies[name]?.() ?? [], router)).toContain(name);
    });
});
