import { attempt, openTransport } from "./attempts.ts";
import { checkAttempt } from "./attempt-checks.ts";
import type { Behaviour } from "./behaviour.ts";
import type { Findings } from "./findings.ts";
import { PeakMemory, settledMegabytes } from "./memory.ts";
import type { Outside } from "./outside.ts";
import { starvedMs } from "./starvation.ts";

const deadlineMs = 3_000;
/** What an attempt may take while it runs: its 64 KiB, as much again on the way there, and its socket. */
const perAttemptMegabytes = 0.25;
/** What may stay behind after a wave, in megabytes: code that was compiled, pools that grew. */
const stayMegabytes = 8;
const body = '{"message":{"type":"typein"}}';

export interface CrowdResult {
  readonly attempts: number;
  /** The most that a wave added to the memory of this process. */
  readonly grownMegabytes: number;
}

/** `atOnce` attempts at once, spread over `crowd`, `waves` times: memory must not grow with what receivers send. */
export async function runCrowd(
  outside: Outside,
  crowd: readonly Behaviour[],
  { atOnce, waves }: { readonly atOnce: number; readonly waves: number },
  findings: Findings,
): Promise<CrowdResult> {
  const { transport, close } = await openTransport({ connectionsPerOrigin: atOnce });
  let grownMegabytes = 0;
  let firstMegabytes = 0;
  for (let wave = 0; wave < waves; wave += 1) {
    const beforeMegabytes = process.memoryUsage.rss() / 1_024 ** 2;
    const peak = new PeakMemory();
    const due = { deadline: performance.now() + deadlineMs, sinceStarvedMs: starvedMs() };
    const signal = AbortSignal.timeout(deadlineMs);
    await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const behaviour = crowd[index % crowd.length] as Behaviour;
        const url = outside.urlOf(behaviour);
        const request = { url, body, transfer: "chunked", signal, permit: () => true } as const;
        // A receiver with so many guests may come too late to its misdeed.
        const patient = { ...behaviour, ends: [...behaviour.ends, "timeout" as const] };
        checkAttempt(await attempt(transport, request), patient, due, findings);
      }),
    );
    grownMegabytes = Math.max(grownMegabytes, peak.stop() - beforeMegabytes);
    const settled = await settledMegabytes();
    if (wave === 0) firstMegabytes = settled;
    else if (settled > firstMegabytes + stayMegabytes) {
      findings.add(
        "memory",
        `${settled.toFixed(0)} MB after wave ${wave + 1}, ${firstMegabytes.toFixed(0)} MB after the first`,
      );
    }
  }
  if (grownMegabytes > atOnce * perAttemptMegabytes) {
    findings.add("memory", `${grownMegabytes.toFixed(0)} MB more for ${atOnce} attempts at once`);
  }
  await close();
  return { attempts: atOnce * waves, grownMegabytes };
}
