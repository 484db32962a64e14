import { type Delivery, laneKey } from "../../delivery.ts";
import { type Check, type Run } from "../../run.ts";

/** On each lane a message starts only after the earlier one is settled. */
export const laneOrder: Check = {
  name: "lane-order",
  promise: "Messages of one lane go one after the other, in the order of their acceptance.",
  find: (run) => [...lanesOf(run).values()].flatMap((lane) => overtakers(lane)),
};

function lanesOf({ ledger }: Run): Map<string, Delivery[]> {
  const lanes = new Map<string, Delivery[]>();
  for (const delivery of ledger.deliveries) {
    // The new owner hears of a change before events that are older.
    if (delivery.kind === "inbound" && delivery.change !== null) continue;
    const key = `${laneKey(delivery.kind, delivery.backend)} ${delivery.conversation.id}`;
    lanes.set(key, [...(lanes.get(key) ?? []), delivery]);
  }
  return lanes;
}

function overtakers(lane: readonly Delivery[]): string[] {
  return lane.flatMap((delivery, index) => {
    const before = lane[index - 1];
    const [first] = [...delivery.posts, ...delivery.calls];
    if (before === undefined || first === undefined) return [];
    if (before.settledAt !== null && before.settledAt <= first.at) return [];
    return [`${delivery.id} began before ${before.id} was settled`];
  });
}
