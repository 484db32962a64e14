import type { ChannelKnobs } from "../../../model/channel.ts";
import type { Finding } from "../../../ports/platform/diagnosis.ts";
import { anySuccessHides } from "./acknowledge-advice.ts";
import { faultFinding, okFinding, warningFinding } from "./findings.ts";
import type { MessageAnswers } from "../message-answers.ts";

const check = "receiver-messages";

/**
 * How the receiver answered real messages, which no test message can show. `answers` is `null` when none was
 * answered.
 */
export function messageFinding(answers: MessageAnswers | null, knobs: ChannelKnobs): Finding {
  if (answers === null) return unknown;
  const { taken, refused, problem: trouble } = answers;
  const count = taken + refused;
  if (trouble !== null)
    return faultFinding(
      check,
      `${refused} of ${count} attempts of agents' messages were not acknowledged, the newest one too. ${trouble.message}`,
      trouble.advice ?? "Look into the receiver's log.",
    );
  const message = `The newest message of an agent was acknowledged (${taken} of ${count}).`;
  return looseness(answers, knobs) ?? okFinding(check, message);
}

/** A warning when the channel uses `any-2xx` although a stricter value accepts every answer of this receiver. */
function looseness({ stricter, taken }: MessageAnswers, knobs: ChannelKnobs): Finding | null {
  const [strictest] = stricter;
  if (strictest === undefined || taken === 0 || knobs.acknowledge !== "any-2xx") return null;
  return warningFinding(
    check,
    `\`acknowledge: ${strictest}\` takes all acknowledgements that came for agents' messages (${taken}).`,
    `Set it on this channel: ${anySuccessHides}`,
  );
}

const unknown: Finding = {
  ...okFinding(
    check,
    "It is unknown whether the receiver accepts messages: none was answered since this node started, and typing does not show it.",
  ),
  advice: "Play some before anybody writes: `parley receiver check` with the channel's URL.",
};
