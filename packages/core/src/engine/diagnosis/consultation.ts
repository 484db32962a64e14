import type { Finding } from "../../ports/diagnosis.ts";
import type { Diagnostician } from "../../ports/diagnostician.ts";
import type { Timers } from "../../ports/timers.ts";
import { AttemptScope } from "../attempt-scope.ts";
import { nameOf } from "../observers.ts";

const patienceMs = 5_000;

/** What one diagnostician finds within its time; its failure or silence is a finding, never an error. */
export async function consult(
  diagnostician: Diagnostician,
  timers: Timers,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const scope = new AttemptScope(signal, timers, patienceMs);
  try {
    const cut = scope.ended.then(() => null);
    const found = await Promise.race([diagnostician.diagnose(scope.signal), cut]);
    return found ?? [silentFinding(diagnostician)];
  } catch (error) {
    return [failedFinding(diagnostician, error)];
  } finally {
    scope.close();
  }
}

function silentFinding({ name }: Diagnostician): Finding {
  return {
    check: "diagnosis",
    level: "fault",
    message: `${name} did not say how it is within ${patienceMs / 1_000} seconds.`,
    advice: "Look at the disk, the database or the network that it stands on: it may hang.",
  };
}

function failedFinding({ name }: Diagnostician, error: unknown): Finding {
  return {
    check: "diagnosis",
    level: "fault",
    message: `${name} could not say how it is (${nameOf(error)}).`,
    advice: "Look up the code in docs/errors.md, and in the gateway's log what came before.",
  };
}
