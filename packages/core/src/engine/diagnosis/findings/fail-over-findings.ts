import type { FailOverRule } from "../../../ports/agent-router.ts";
import type { Finding } from "../../../ports/platform/diagnosis.ts";
import type { BackendAnswers } from "../../../ports/stores/backend-store.ts";
import { unaskedMs } from "../../backends/backend-answers.ts";
import type { EngineParts } from "../../engine-parts.ts";
import { durationText, faultFinding, okFinding, warningFinding } from "./findings.ts";

const check = "fail-over";
const failingLongMs = 60_000;

/**
 * Findings about agent apps whose conversations go to another one while they are down. Rejects with the store's error.
 * @param rules by name of the backend that is down
 */
export async function failOverFindings(
  { ports }: EngineParts,
  rules: Readonly<Record<string, FailOverRule>>,
): Promise<readonly Finding[]> {
  const all = Object.entries(rules);
  if (all.length === 0) return [];
  const answers = await ports.backendStore.answers();
  const now = ports.clock.now();
  const found = all.flatMap(([name, rule]) => failOverFinding(name, rule, answers, now) ?? []);
  return found.length > 0 ? found : [okFinding(check, "No agent app with a fail-over is failing.")];
}

function failOverFinding(
  name: string,
  { to, afterMs }: FailOverRule,
  answers: readonly BackendAnswers[],
  now: number,
): Finding | null {
  const failingMs = failingMsOf(name, answers, now);
  if (failingMs === null || failingMs < Math.min(failingLongMs, afterMs)) return null;
  const silent = `The agent app "${name}" has answered no node for ${durationText(failingMs)}`;
  if (failingMs < afterMs)
    return warningFinding(
      check,
      `${silent}. After ${durationText(afterMs)} its conversations go to the agent app "${to}".`,
      `Look into the log of the agent app "${name}": it is down, or cannot be reached.`,
    );
  if ((failingMsOf(to, answers, now) ?? 0) >= afterMs)
    return faultFinding(
      check,
      `${silent}, and neither has "${to}", which would get its conversations: they stay where they are.`,
      "Look into the logs of both: they are down, or cannot be reached.",
    );
  return faultFinding(
    check,
    `${silent}: each of its conversations goes to the agent app "${to}" with its next event.`,
    `Look into the log of the agent app "${name}". Once it is well, hand over what it is to get back: \`parley conversations assign\`.`,
  );
}

/** `null`: it answers, or nobody has asked it lately. */
function failingMsOf(name: string, answers: readonly BackendAnswers[], now: number): number | null {
  const known = answers.find(({ backend }) => backend === name);
  const { failingSince = null, failedAt = null } = known ?? {};
  if (failingSince === null || failedAt === null || now - failedAt > unaskedMs) return null;
  return now - failingSince;
}
