import type { ChannelKnobs } from "../../model/channel.ts";
import type { Finding } from "../../ports/diagnosis.ts";
import { type AnswerShape, mayBeYes, saysNo, shapeOf } from "./answer-shape.ts";
import { faultFinding, okFinding, warningFinding } from "./findings.ts";

const check = "receiver-acknowledgement";
const wanted = 'HTTP 200 with `{"result":"ok"}`';

/** A 2xx that is no positive response for this channel: which one, and the knob that takes it (ruling 14). */
export function acknowledgementFinding(
  status: number,
  body: Uint8Array,
  { acknowledge }: ChannelKnobs,
): Finding {
  const shape = shapeOf(body);
  const message = `The receiver answers HTTP ${status} with ${spelt(shape)}; ${wanted} is expected.`;
  if (shape === "a web page") return faultFinding(check, message, pageAdvice);
  if (saysNo(body)) return faultFinding(check, message, failureAdvice);
  return faultFinding(check, message, acknowledge === "any-2xx" ? unreadable : knobAdvice);
}

/** A positive response: under `any-2xx` it may be one that nobody meant so. */
export function takenFinding(body: Uint8Array, { acknowledge }: ChannelKnobs): Finding {
  if (acknowledge === "result-ok" || mayBeYes(body))
    return okFinding(check, "The receiver acknowledges a test message.");
  const shape = shapeOf(body);
  const message = `The receiver answers with ${spelt(shape)}, and the message counts as delivered (\`acknowledge: any-2xx\`).`;
  return warningFinding(check, message, shape === "a web page" ? pageAdvice : failureAdvice);
}

const knobAdvice = `Set \`acknowledge: any-2xx\` on this channel, or let the receiver answer ${wanted}.`;
const pageAdvice =
  "Look at the channel's URL first: it leads to a page for people. If it is right, let the receiver answer as expected.";

/** How a no has to be told, for a receiver that tells it otherwise. */
export const failureAdvice =
  'A failure is `{"error":{"code":1,"message":"…"}}` with a number as its code: otherwise the agent is not told why.';
const unreadable = `Its answer is too long or nested too deeply to be read: let it answer ${wanted}.`;

function spelt(shape: AnswerShape): string {
  if (shape === "empty") return "an empty body";
  return shape.startsWith("{") ? `\`${shape}\`` : shape;
}
