import type { InputKind, Plan } from "./plan.ts";
import { answers, assigns, says, sweepPlan, twoAgents } from "./sweep-plan.ts";

/** A call of this agent app with this message is under way while the next inputs come. */
function slow(agent: string, label: string): Plan["fates"] {
  return { [`backend/${agent}.receive/${label}/0`]: { end: "taken", takesMs: 60 } };
}

function owned(nodes: number, inputs: readonly InputKind[]): Plan {
  return { ...sweepPlan(nodes, inputs, slow("sales", "a")), router: twoAgents };
}

/** The owner is asked at its fence: what it writes then is stored, or refused because another one came first. */
const reply: InputKind = { ...answers("1", "c"), by: "owner", fence: "current" } as InputKind;

/** Changes of owner while the agent app before is called, on one or two nodes. */
export const ownerSweeps: readonly Plan[] = [
  owned(1, [says("1", "a"), assigns("t", "support")]),
  owned(1, [says("1", "a"), assigns("t", null)]),
  owned(1, [says("1", "a"), assigns("t", "support"), reply]),
  owned(2, [says("1", "a"), assigns("t", "support")]),
  owned(2, [says("1", "a"), assigns("t", "support"), says("1", "b")]),
];
