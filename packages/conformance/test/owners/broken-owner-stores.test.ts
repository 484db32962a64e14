import { describe, expect, it } from "vitest";
import { collectResults, sweepOwners } from "../../src/index.ts";
import { checkOwners } from "../../src/message-store/owners/owners.ts";
import { checksOf } from "../../src/stores/store-bench.ts";
import * as flaws from "./broken-owner-stores.ts";
import { openBroken, type OwnerFlaw } from "./flaws.ts";

/** Each flaw, and a rule that turns red. */
const flawed: readonly (readonly [string, OwnerFlaw, string])[] = [
  [
    "compares no fence of a change",
    flaws.changesUnderAnyFence,
    "of two changes under one fence the second is refused",
  ],
  [
    "compares no fence of a send",
    flaws.sendsUnderAnyFence,
    "what was written under another fence is refused",
  ],
  [
    "lets anybody send",
    flaws.sendsForAnybody,
    "only the owner may send, and nothing of a foreign send is stored",
  ],
  [
    "asks for the owner before it looks for a repeat",
    flaws.asksOwnerFirst,
    "a repeat is answered before anybody asks who owns",
  ],
  [
    "lets the old owner settle",
    flaws.keepsOldLeases,
    "a new backend makes the old one's lease stale",
  ],
  [
    "gives the new owner the attempts of the old one",
    flaws.keepsAttempts,
    "its lane starts anew: first attempt, no memo, no pause",
  ],
  [
    "tells the change behind the events",
    flaws.tellsBehindEvents,
    "the new owner hears of the change before every event",
  ],
  [
    "tells no change without an event",
    flaws.tellsOnlyWithAnEvent,
    "without an event the change is told all the same, once",
  ],
  [
    "forgets a change that was tried once",
    flaws.tellsOnce,
    "a change that is tried again keeps its attempts, its memo and its pause",
  ],
  [
    "never tells the old owner",
    flaws.neverTellsTheOld,
    "the old owner hears of the change on its lane of notices",
  ],
  [
    "reports to the owner instead of the sender",
    flaws.reportsToTheOwner,
    "a backend that is down delays no other's reports or notices",
  ],
  [
    "sends what was accepted before as the owner's",
    flaws.sendsAsTheOwner,
    "what was accepted before a change goes out in order, as its sender's",
  ],
  [
    "leases for backends that no budget names",
    flaws.leasesForEverybody,
    "a budget that does not name a backend leases none of its lanes",
  ],
  [
    "has one budget for all backends",
    flaws.countsAllAlike,
    "each backend has a budget of its own, in commits and in claims",
  ],
  [
    "gives what nobody owns to `default`",
    flaws.choosesDefault,
    "without an owner, the next event gives the conversation to a backend",
  ],
  [
    "ends leases for an assignee",
    flaws.abortsForAnAssignee,
    "who answers within the backend raises no fence and ends no lease",
  ],
  [
    "tells every backend when `default` is due",
    flaws.wakesForEverybody,
    "when to wake is told for one backend, for messages sent out for all",
  ],
  [
    "resumes `default` for every backend",
    flaws.resumesDefault,
    "paused lanes of one backend go on, those of others do not",
  ],
  [
    "keeps no choice in the history",
    flaws.forgetsChoices,
    "a dead letter of nobody goes to the backend that its redelivery names",
  ],
];

async function redRules(flaw: OwnerFlaw): Promise<readonly string[]> {
  const results = await collectResults((runner) =>
    checkOwners(
      runner,
      checksOf(runner, () => openBroken(flaw)),
    ),
  );
  expect(results.length).toBeGreaterThan(60);
  return results.filter(({ failure }) => failure !== null).map(({ title }) => title);
}

describe("the rules for owners catch a store that", () => {
  it.each(flawed)("%s", async (_, flaw, rule) => {
    expect(await redRules(flaw)).toContain(rule);
  });

  it("but none that keeps them", async () => {
    expect(await redRules(flaws.right)).toEqual([]);
  });
});

/** Each flaw, and what the model says of it. */
const swept: readonly (readonly [string, OwnerFlaw, string])[] = [
  ["compares no fence of a send", flaws.sendsUnderAnyFence, "exactly the owner appends"],
  ["lets anybody send", flaws.sendsForAnybody, "exactly the owner appends"],
  ["lets the old owner settle", flaws.keepsOldLeases, "taken exactly when its lease stands"],
  ["keeps attempts", flaws.keepsAttempts, "a new head starts afresh"],
  ["tells the change behind the events", flaws.tellsBehindEvents, "a change comes first"],
  ["forgets a change that was tried once", flaws.tellsOnce, "a change comes first"],
  ["sends as the owner", flaws.sendsAsTheOwner, "a message is its sender's"],
];

describe("the sweep over changes of owner catches a store that", () => {
  it.each(swept)("%s", async (_, flaw, words) => {
    await expect(sweepOwners(() => openBroken(flaw), 5)).rejects.toThrow(words);
  });
});
