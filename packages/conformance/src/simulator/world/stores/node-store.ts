import type { Append, MessageStore, PauseStore } from "@parley/core";
import { labelIn } from "../label.ts";
import { entryName } from "../sim-plugin.ts";
import { commitExcept } from "./commit-except.ts";
import type { NodeStores } from "./node-stores.ts";
import type { StoreCalls } from "./store-calls.ts";

/** A node's stores. Every call has a fate and is recorded in the trace. */
export function faultyStores(stores: NodeStores, calls: StoreCalls): NodeStores {
  const { conversations, channels, deadLetters, deliveries, retention, erasures, state } = stores;
  const { owners, backends } = stores;
  return {
    messages: faultyMessages(stores.messages, calls),
    conversations: {
      find: (ref) => calls.run("find-conversation", () => conversations.find(ref)),
      list: (page) => calls.run("list-conversations", () => conversations.list(page)),
      messages: (id, page) => calls.run("messages", () => conversations.messages(id, page)),
      erase: (conversationId) =>
        calls.run(
          "erase",
          () => conversations.erase(conversationId),
          (erased) => (erased ? { kind: "erased", conversationId } : null),
        ),
    },
    channels: {
      find: (id) => calls.run("find-channel", () => channels.find(id)),
      list: () => calls.run("list-channels", () => channels.list()),
      save: (channel) => calls.run("save-channel", () => channels.save(channel)),
      remove: (channelId, now) =>
        calls.run(
          "remove-channel",
          () => channels.remove(channelId, now),
          (removed) => (removed ? { kind: "removed", channelId } : null),
        ),
    },
    deadLetters: {
      deadLetters: (page) => calls.run("dead-letters", () => deadLetters.deadLetters(page)),
    },
    deliveries: {
      deliveries: (query, page) =>
        calls.run("deliveries", () => deliveries.deliveries(query, page)),
      delivery: (id, sequence) => calls.run("delivery", () => deliveries.delivery(id, sequence)),
      backlog: () => calls.run("backlog", () => deliveries.backlog()),
      sentMessage: (id, sequence) =>
        calls.run("sent-message", () => deliveries.sentMessage(id, sequence)),
    },
    retention: {
      purge: (before, cursor, limit) =>
        calls.run("purge", () => retention.purge(before, cursor, limit)),
      expireEntries: (now, limit) =>
        calls.run("expire-entries", () => retention.expireEntries(now, limit)),
    },
    erasures: {
      notices: (after, limit) => calls.soundly(() => erasures.notices(after, limit)),
      remove: (positions) => calls.soundly(() => erasures.remove(positions)),
      entries: (instance, id, limit) => calls.soundly(() => erasures.entries(instance, id, limit)),
      removeEntries: (id, which) => calls.soundly(() => erasures.removeEntries(id, which)),
    },
    state: {
      get: (instance, key, now) => calls.run("get-entry", () => state.get(instance, key, now)),
      list: (instance, page, now) =>
        calls.run("list-entries", () => state.list(instance, page, now)),
      claimDue: (request, now) =>
        calls.run(
          "claim-due",
          () => state.claimDue(request, now),
          ({ entries }) => {
            const claimed = entries.flatMap(({ key, claim }) =>
              claim ? { key: entryName(request.instance, key), claim } : [],
            );
            return claimed.length === 0 ? null : { kind: "claimed-due", now, claimed };
          },
        ),
      usage: () => calls.run("state-usage", () => state.usage()),
    },
    pauses: faultyPauses(stores.pauses, calls),
    owners: {
      owned: (query, page) => calls.soundly(() => owners.owned(query, page)),
      history: (id, page) => calls.soundly(() => owners.history(id, page)),
      counts: () => calls.soundly(() => owners.counts()),
    },
    backends: {
      open: (names) => calls.soundly(() => backends.open(names)),
      answers: () => calls.run("answers", () => backends.answers()),
      saveAnswers: (row) => calls.run("save-answers", () => backends.saveAnswers(row)),
    },
  };
}

function faultyMessages(messages: MessageStore, calls: StoreCalls): MessageStore {
  return {
    isRemote: calls.isRemote,
    commit: (batch, now, budget) => {
      const labels = batch.appends.map(labelOf);
      if (labels.length > 0) calls.see({ kind: "committing", labels });
      return calls.run(
        "commit",
        ({ leftOut }) => commitExcept(messages, leftOut, batch, now, budget),
        (result) => ({ kind: "commit", now, budget, batch, result }),
      );
    },
    claim: (now, budget) =>
      calls.run(
        "claim",
        () => messages.claim(now, budget),
        (leases) => (leases.length === 0 ? null : { kind: "claim", now, budget, leases }),
      ),
    release: ({ owner, scope }, now) => {
      calls.heardOwner(owner);
      return calls.run(
        "release",
        // Stores include the time that a call needed to reach them.
        ({ beforeMs, blocks }) => messages.release({ owner, scope }, now + (blocks ? 0 : beforeMs)),
        () => ({ kind: "release", now, owner, scope, dead: calls.deadOwners() }),
      );
    },
    nextDueAt: (backend) => calls.run("next-due", () => messages.nextDueAt(backend)),
  };
}

function faultyPauses(pauses: PauseStore, calls: StoreCalls): PauseStore {
  return {
    pauses: () => calls.run("pauses", () => pauses.pauses()),
    save: (pause) =>
      calls.run(
        "save-pause",
        () => pauses.save(pause),
        (saved) => (saved ? { kind: "pause-saved", pause } : null),
      ),
    resume: (which, now) =>
      calls.run(
        "resume",
        () => pauses.resume(which, now),
        (lanes) => (lanes === 0 ? null : { kind: "resumed", which, now, lanes }),
      ),
    longestPaused: (limit) => calls.run("longest-paused", () => pauses.longestPaused(limit)),
  };
}

function labelOf(append: Append): string {
  return "messages" in append ? (labelIn(append.messages[0] ?? "") ?? "") : "";
}
