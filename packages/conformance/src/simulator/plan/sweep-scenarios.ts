import { ownerSweeps } from "./owner-sweeps.ts";
import type { Plan } from "./plan.ts";
import { answers, says, sweepPlan } from "./sweep-plan.ts";

/** An endpoint that refuses messages with this label. */
function dead(label: string): Plan["fates"] {
  const fate = { end: "unreachable", dialMs: 0, takesMs: 0 } as const;
  return Object.fromEntries([0, 1, 2].map((index) => [`post/${label}/${index}`, fate]));
}

/** Up to three messages in both directions, in one or two conversations, on one or two nodes. */
const messages: readonly Plan[] = [
  sweepPlan(1, [says("1", "a")]),
  sweepPlan(1, [says("1", "a"), says("1", "b")]),
  sweepPlan(1, [says("1", "a"), answers("1", "b")]),
  sweepPlan(1, [says("1", "a"), answers("1", "b")], dead("b")),
  sweepPlan(1, [says("1", "a"), says("2", "b"), answers("1", "c")]),
  sweepPlan(1, [says("1", "a"), answers("1", "b"), answers("1", "c")]),
  sweepPlan(2, [says("1", "a"), answers("1", "b")]),
  sweepPlan(2, [says("1", "a"), says("1", "b"), answers("1", "c")]),
];

/** Every run whose faults the sweep sets one by one. */
export const sweepScenarios: readonly Plan[] = [...messages, ...ownerSweeps];
