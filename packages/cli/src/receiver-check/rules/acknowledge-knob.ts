import {
  anySuccessHides,
  type ChannelKnobs,
  isStricter,
  saysNo,
  strictestAcknowledge,
} from "@parley/core";
import type { Exchange } from "../exchange/exchange.ts";
import type { ReceiverClient } from "../exchange/receiver-client.ts";

type Acknowledge = ChannelKnobs["acknowledge"];

/** A value of the knob `acknowledge` that accepts an answer, with the text that suggests it. */
export interface AcknowledgeOffer {
  readonly value: Acknowledge;
  readonly advice: string;
}

/** Whether a 2xx answer refuses in its body without the failure shape. Then no knob may be suggested. */
export function isRefusing({ answer, ending }: Exchange): boolean {
  if (answer === null || ending.kind === "positive" || ending.kind === "failure-shape")
    return false;
  return answer.status >= 200 && answer.status < 300 && saysNo(answer.body);
}

/**
 * The strictest value that accepts an answer that was not accepted; `null` when there is none, or the answer refuses.
 */
export function looserAcknowledge(exchange: Exchange): AcknowledgeOffer | null {
  const value = isRefusing(exchange) ? null : strictestFor(exchange);
  if (value === null || exchange.ending.kind === "positive") return null;
  const hidden = value === "any-2xx" ? ` Know that ${anySuccessHides}` : "";
  return { value, advice: `Or set the channel's knob acknowledge: "${value}".${hidden}` };
}

/** A stricter value than the channel's that accepts the same answer; `null` when there is none. */
export function stricterAcknowledge(exchange: Exchange, line: ReceiverClient): Acknowledge | null {
  const value = strictestFor(exchange);
  return value !== null && isStricter(value, line.settings.knobs.acknowledge) ? value : null;
}

function strictestFor({ answer }: Exchange): Acknowledge | null {
  return answer && strictestAcknowledge(answer.status, answer.body, answer.truncated);
}
