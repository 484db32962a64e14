import type { ChannelKnobs } from "../../../model/channel.ts";
import type { Finding } from "../../../ports/platform/diagnosis.ts";
import {
  isStricter,
  strictestAcknowledge,
} from "../../../protocol/answers/strictest-acknowledge.ts";
import {
  acknowledgeAdvice,
  anySuccessHides,
  failureAdvice,
  wantedAnswer,
} from "./acknowledge-advice.ts";
import { testRecipient } from "../test-recipient.ts";
import { isWrapped, mayBeYes, saysNo, shapeOf } from "../answer-shape.ts";
import { faultFinding, okFinding, warningFinding } from "./findings.ts";

const check = "receiver-acknowledgement";

/**
 * A 2xx answer that is not a positive response on this channel. Advises the strictest value of the knob that
 * accepts it (ruling 14).
 */
export function acknowledgementFinding(status: number, body: Uint8Array): Finding {
  const message = `The receiver answers HTTP ${status} with ${spelt(body)}; ${wantedAnswer} is expected.`;
  if (shapeOf(body) === "a web page") return faultFinding(check, message, pageAdvice);
  if (saysNo(body)) return faultFinding(check, message, failureAdvice);
  const value = strictestAcknowledge(status, body);
  if (value === null) return faultFinding(check, message, unreadable);
  return faultFinding(
    check,
    message,
    value === "result-ok" ? contradiction : acknowledgeAdvice(value),
  );
}

/** A positive response. Under `any-2xx` the receiver may not have meant it as one. */
export function takenFinding(
  status: number,
  body: Uint8Array,
  { acknowledge }: ChannelKnobs,
): Finding {
  if (acknowledge !== "any-2xx" || mayBeYes(body))
    return {
      ...okFinding(check, acknowledged),
      ...tighter(status, body, acknowledge),
    };
  const message = `The receiver answers with ${spelt(body)}, and such a message counts as delivered (\`acknowledge: any-2xx\`).`;
  return warningFinding(
    check,
    message,
    shapeOf(body) === "a web page" ? pageAdvice : failureAdvice,
  );
}

/** Advice to use a stricter value of the knob that accepts the same answer. */
function tighter(
  status: number,
  body: Uint8Array,
  acknowledge: ChannelKnobs["acknowledge"],
): Pick<Finding, "advice"> {
  const value = strictestAcknowledge(status, body);
  if (value === null || acknowledge !== "any-2xx") return {};
  return isStricter(value, acknowledge)
    ? {
        advice: `If messages are answered alike, set \`acknowledge: ${value}\`: ${anySuccessHides}`,
      }
    : { advice: `Know that ${anySuccessHides}` };
}

const acknowledged = `The receiver acknowledges typing: a \`typeout\` for \`${testRecipient}\`, all that the doctor sends. If it stores whatever comes, an empty message is left there.`;

const pageAdvice =
  "Look at the channel's URL first: it leads to a page for people. If it is right, let the receiver answer as expected.";

const unreadable = `Its answer is too long or nested too deeply to be read: let it answer ${wantedAnswer}.`;

const contradiction =
  "Another field of the answer reports a failure. Remove it, or set `acknowledge: result-ok` on this channel, which looks at `result` alone.";

function spelt(body: Uint8Array): string {
  const shape = shapeOf(body);
  if (shape === "empty") return "an empty body";
  const words = shape.startsWith("{") || shape === "null" ? `\`${shape}\`` : shape;
  return isWrapped(body) ? `${words} inside a JSON string` : words;
}
