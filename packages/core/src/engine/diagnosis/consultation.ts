import type { Finding } from "../../ports/platform/diagnosis.ts";
import type { Diagnostician } from "../../ports/services/diagnostician.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import { nameOf } from "../thrown.ts";
import { faultFinding, spell } from "./findings/findings.ts";
import { within } from "./within.ts";

const patienceMs = 5_000;

/**
 * The findings of one diagnostician. When it fails or does not answer in time, that is a finding, never an error.
 */
export async function consult(
  diagnostician: Diagnostician,
  timers: Timers,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { name } = diagnostician;
  const ask = async (end: AbortSignal) => diagnostician.diagnose(end);
  try {
    const found = await within(timers, patienceMs, signal, ask);
    if (found !== null) return found;
    return signal.aborted ? [] : [silence(name)];
  } catch (error) {
    return signal.aborted ? [] : [failure(name, error)];
  }
}

function silence(name: string): Finding {
  return faultFinding(
    "diagnosis",
    `${name} did not say within ${spell(patienceMs)} how it is.`,
    "Look at the disk, the database or the network that it stands on: one of them may hang.",
  );
}

function failure(name: string, error: unknown): Finding {
  return faultFinding(
    "diagnosis",
    `${name} could not say how it is (${nameOf(error)}).`,
    "Look the code up in docs/errors.md, and look into the gateway's log for what came before.",
  );
}
