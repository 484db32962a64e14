import type { Channel } from "../../model/channel.ts";
import type { Finding } from "../../ports/platform/diagnosis.ts";
import type { TargetProbe, TransportProbe } from "../../ports/transport-probe.ts";
import { targetUrl } from "../../protocol/answers/target-url.ts";
import { AttemptScope } from "../outbound/attempt-scope.ts";
import type { DrivenPorts } from "../engine-parts.ts";
import { answerFindings } from "./findings/answer-findings.ts";
import { okFinding, warningFinding } from "./findings/findings.ts";
import { testTimeoutMs, testReceiver } from "./receiver-test.ts";
import type { MessageAnswers } from "./message-answers.ts";
import { typingFinding, typingOff, withTypingHint } from "./findings/typing-findings.ts";
import { hasHelped, proposeSetting } from "./setting-proposal.ts";
import { targetFindings } from "./findings/target-findings.ts";
import { resultWithin } from "./result-within.ts";

const graceMs = 1_000;

/** Dependencies of a channel's examination. */
export interface ExaminationPorts {
  readonly driven: DrivenPorts;
  readonly probe: TransportProbe | null;
  /** How real messages of the channel were answered. */
  readonly answers: MessageAnswers | null;
}

/** The finding about the URL alone, when the receiver may not be contacted. */
export function urlFinding({ chatApiUrl }: Channel): Finding {
  if (/^https:/i.test(chatApiUrl)) return okFinding("receiver-url", "The channel's URL is https.");
  return warningFinding(
    "receiver-url",
    "The channel's URL is not https, so nothing is sent there unless the host allows insecure loopback.",
    "Set an https URL.",
  );
}

/** Tests the channel's receiver step by step: first the connection, then the answer to a test message. */
export async function examineReceiver(
  channel: Channel,
  { driven, probe, answers }: ExaminationPorts,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const url = targetUrl(channel.chatApiUrl, channel.id);
  const target = probe === null ? null : await probeTarget(url, probe, driven, signal);
  const found = target === null ? [] : targetFindings(target, driven.clock.now());
  if (signal.aborted || target?.fault) return found;
  if (channel.knobs.typing === "off") return [...found, typingOff];
  return [...found, ...(await examineAnswer(channel, answers, driven, signal))];
}

/** After its deadline a probe gets `graceMs` more to report how far it came. */
async function probeTarget(
  url: string,
  probe: TransportProbe,
  { timers }: DrivenPorts,
  signal: AbortSignal,
): Promise<TargetProbe | null> {
  const scope = new AttemptScope(signal, timers, testTimeoutMs);
  const work = () => probe.probe(url, scope.signal);
  const probed = await resultWithin(timers, testTimeoutMs + graceMs, signal, work);
  scope.close();
  return probed;
}

async function examineAnswer(
  channel: Channel,
  answers: MessageAnswers | null,
  driven: DrivenPorts,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const answer = await testReceiver(channel, driven, signal);
  if (signal.aborted) return [];
  const refusedTyping = typingFinding(answer, answers);
  if (refusedTyping !== null) return [refusedTyping];
  const other = proposeSetting(channel, answer);
  const found = () => withTypingHint(answerFindings(answer, channel), answer, answers);
  if (other === null) return found();
  const again = await testReceiver(other.channel, driven, signal);
  return hasHelped(again, other.channel.knobs)
    ? [other.finding, ...answerFindings(again, other.channel)]
    : found();
}
