import type { BackendBudget, OwnerAppend, SendingBackend } from "@parley/core";
import { anOwnerAppend } from "../samples/samples.ts";
import type { Seeded } from "./seeded.ts";

/** The backends of a script. A store is opened with them. */
export const scriptedBackends = ["default", "sales", "support"] as const;

/** The fence that an append names: the current one, one before it, one after it, or none. */
type ScriptedFence = "present" | "past" | "future" | null;

/** Who sends, under a fence that is chosen when it runs. `null`: the gateway itself. */
export interface ScriptedSender {
  readonly backends: readonly string[];
  readonly fence: ScriptedFence;
}

/** A change of owner. */
export interface ScriptedTransition {
  readonly kind: "owner";
  readonly conversation: number;
  readonly fence: Exclude<ScriptedFence, null>;
  readonly to: OwnerAppend["to"];
  readonly ifWaiting: string;
  readonly tellsNew: boolean;
  readonly tellsOld: boolean;
}

export function scriptedBackend(random: Seeded): string {
  return random.oneOf(scriptedBackends);
}

export function scriptedSender(random: Seeded): ScriptedSender | null {
  if (!random.once(3)) return null;
  const backends = random.once(4)
    ? scriptedBackends.filter(() => random.once(2))
    : [scriptedBackend(random)];
  return { backends, fence: random.oneOf([null, null, "present", "present", "past", "future"]) };
}

export function scriptedTransition(random: Seeded, conversation: number): ScriptedTransition {
  const backend = random.once(4) ? null : scriptedBackend(random);
  return {
    kind: "owner",
    conversation,
    fence: random.oneOf(["present", "present", "present", "present", "past", "future"]),
    to: { backend, assignee: random.oneOf([null, null, "ada", "bo"]) },
    ifWaiting: scriptedBackend(random),
    tellsNew: random.once(2),
    tellsOld: random.once(2),
  };
}

/** Budgets of the backends besides `default`. Some are left out. */
export function otherBudgets(
  random: Seeded,
  draw: () => BackendBudget,
): Readonly<Record<string, BackendBudget>> {
  const named = scriptedBackends.slice(1).filter(() => !random.once(6));
  return Object.fromEntries(named.map((name) => [name, draw()]));
}

/** `fence`: the conversation's. */
export function senderOf(sender: ScriptedSender | null, fence: number): SendingBackend | null {
  if (sender === null) return null;
  return {
    backends: sender.backends,
    fence: sender.fence === null ? null : fenceOf(sender.fence, fence),
  };
}

export function transitionOf(
  { conversation: _conversation, fence: named, to, ...rest }: ScriptedTransition,
  conversationId: string,
  fence: number,
): OwnerAppend {
  return anOwnerAppend(conversationId, to, { ...rest, fence: fenceOf(named, fence) });
}

function fenceOf(named: Exclude<ScriptedFence, null>, fence: number): number {
  return fence + { present: 0, past: -1, future: 1 }[named];
}
