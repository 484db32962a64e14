import type { Finding } from "../../ports/platform/diagnosis.ts";
import type { Diagnostician } from "../../ports/services/diagnostician.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import { errorName } from "../error-facts.ts";
import { faultFinding, durationText } from "./findings/findings.ts";
import { resultWithin } from "./result-within.ts";

const timeoutMs = 5_000;

/**
 * The findings of one diagnostician. When it fails or does not answer in time, that is a finding, never an error.
 */
export async function askDiagnostician(
  diagnostician: Diagnostician,
  timers: Timers,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { name } = diagnostician;
  const ask = async (end: AbortSignal) => diagnostician.diagnose(end);
  try {
    const found = await resultWithin(timers, timeoutMs, signal, ask);
    if (found !== null) return found;
    return signal.aborted ? [] : [silence(name)];
  } catch (error) {
    return signal.aborted ? [] : [failure(name, error)];
  }
}

function silence(name: string): Finding {
  return faultFinding(
    "diagnosis",
    `${name} did not report its state within ${durationText(timeoutMs)}.`,
    "Check the disk, the database and the network that it uses: one of them may hang.",
  );
}

function failure(name: string, error: unknown): Finding {
  return faultFinding(
    "diagnosis",
    `${name} could not report its state (${errorName(error)}).`,
    "Look up the code in docs/errors.md, and read the gateway's log from before.",
  );
}
