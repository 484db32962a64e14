import { type CalmPeriods, calmPeriodsOf } from "../../calm-periods.ts";
import { contract } from "../../contract.ts";
import { type Check, deliveriesOf, entriesOf, type Run } from "../../run.ts";

/** A removed channel ends on every node within a second, even when a new channel has its id. */
export const removedChannels: Check = {
  name: "removed-channels",
  promise: "A second after a channel was removed nothing of its conversations is sent any more.",
  find: (run) => {
    const calm = calmPeriodsOf(run);
    return entriesOf(run, "removed").flatMap(({ at, channelId }) =>
      sentAfter(run, calm, channelId, at),
    );
  },
};

function sentAfter(run: Run, calm: CalmPeriods, channelId: string, removedAt: number): string[] {
  const from = removedAt + contract.channelMs + calm.toleranceMs;
  const outbound = deliveriesOf(run, "outbound");
  const gone = run.ledger.deliveries.flatMap(({ conversation, committedAt }) =>
    conversation.channelId === channelId && committedAt <= removedAt
      ? [conversation.channelKey]
      : [],
  );
  const keys = new Set(gone);
  return outbound.flatMap((delivery) =>
    delivery.posts
      .filter(({ askedAt }) => askedAt > from && calm.holds(delivery, removedAt, askedAt))
      .filter(() => keys.has(delivery.conversation.channelKey))
      .map(
        ({ at }) => `${delivery.id} was sent ${at - removedAt} ms after its channel was removed`,
      ),
  );
}
