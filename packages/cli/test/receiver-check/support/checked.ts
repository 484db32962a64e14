import {
  checkReceiver,
  type ReceiverCheckOptions,
} from "../../../src/receiver-check/check-receiver.ts";
import type { Verdict } from "../../../src/receiver-check/verdict/verdict.ts";

/** All verdicts on a local receiver. */
export async function checked(
  chatApiUrl: string,
  options: Partial<ReceiverCheckOptions> = {},
): Promise<readonly Verdict[]> {
  const settings: ReceiverCheckOptions = {
    chatApiUrl,
    channelId: "shop",
    knobs: {},
    signer: null,
    recipientId: null,
    allowInsecureLoopback: true,
    allowTargets: [],
    only: null,
    ...options,
  };
  return Array.fromAsync(checkReceiver(settings, new AbortController().signal));
}

/** `rule: state` of every rule that was neither passed nor skipped. */
export function troubles(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts
    .filter(({ state }) => state === "failed" || state === "warned")
    .map(({ rule, state }) => `${rule}: ${state}`);
}
