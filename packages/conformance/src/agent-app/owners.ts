import { OwnerListener, type OwnerNotice, type VisitorEvent } from "@parley/core";
import { promptly } from "../time/time-limits.ts";
import { want } from "../want.ts";
import type { AgentCheck, AgentTrial } from "./agent-check.ts";

const minuteMs = 60_000;

/** Beside other agent apps, a conversation may become another's at any time, and another's may become its own. */
export function ownerRules(check: AgentCheck): void {
  check(
    "an answer that is refused because the conversation is another's is given up",
    async (trial) => {
      const { bench } = trial;
      const event = await bench.says("hello");
      if (trial.app.people !== null) await trial.taken(event);
      bench.outbox.isOwner = false;
      if (trial.app.people === null) await trial.receive(event);
      else await trial.app.people.reply(event.conversationId, "too late").catch(() => {});
      await bench.rig.time.advance(20_000);
      const tried = bench.outbox.sends.length;
      await bench.rig.time.advance(2 * minuteMs);
      want("it is not sent again and again", bench.outbox.sends.length, tried);
      bench.outbox.isOwner = true;
      const later = await bench.says("and now?", "v2");
      await trial.takenAtLast(() => trial.receive(later));
    },
  );

  check(
    "a hand-over that comes again changes nothing, and the events after it are shown",
    async (trial) => {
      const listener = await trial.bench.plugged.node.get(OwnerListener, null);
      if (listener === null) return;
      const event = await trial.bench.says("hello");
      await heard(listener, noticeOf(event, true));
      const seen = await shown(trial, event);
      await heard(listener, { ...noticeOf(event, true), mayBeRepeat: true });
      want("nothing new", await shown(trial, event), seen);
      await trial.taken(event);
      want("one message more", (await shown(trial, event)).length, seen.length + 1);
    },
  );

  check(
    "a conversation that is another's from now on is let go, also when the app does not know it",
    async (trial) => {
      const listener = await trial.bench.plugged.node.get(OwnerListener, null);
      if (listener === null) return;
      const known = await trial.bench.says("hello");
      await trial.taken(known);
      const unknown = await trial.bench.says("hello", "v2");
      for (const event of [known, unknown, known]) await heard(listener, noticeOf(event, false));
    },
  );
}

async function heard(listener: OwnerListener, notice: OwnerNotice): Promise<void> {
  const call = Promise.resolve().then(() =>
    listener.owner(Object.freeze(notice), new AbortController().signal),
  );
  const { outcome } = await promptly("the call ends", call);
  want("it is taken", outcome, "taken");
}

function shown({ app }: AgentTrial, { conversationId }: VisitorEvent) {
  return app.messages(conversationId);
}

/** The event waits behind the hand-over; or it was taken before the conversation went away. */
function noticeOf(event: VisitorEvent, isNewOwner: boolean): OwnerNotice {
  const { conversationId, channelId, sequence, turn, acceptedAt: at } = event;
  const [other, own] = [
    { backend: "other", assignee: null },
    { backend: "own", assignee: null },
  ];
  const [from, to] = isNewOwner ? [other, own] : [own, other];
  const change = { at, name: "assigned", from, to, fence: 1, by: "suite", why: null };
  const facts = { turn, mayBeRepeat: false };
  return { ...change, conversationId, channelId, lastSequence: sequence, isNewOwner, ...facts };
}
