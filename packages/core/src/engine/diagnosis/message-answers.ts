import type { Channel, ChannelKnobs } from "../../model/channel.ts";
import type { Finding } from "../../ports/diagnosis.ts";
import { isStricter, strictestAcknowledge } from "../../protocol/strictest-acknowledge.ts";
import type { TransportResult } from "../../ports/transport.ts";
import type { HeardAnswer } from "../postman.ts";
import type { AttemptEnd } from "../redelivery.ts";
import { failureFindings, refusalFinding } from "./answer-findings.ts";

/** Channels that are remembered at most; past it the one whose answer is oldest is forgotten. */
const channelLimit = 500;

/** How a channel's receiver answered agents' messages since this node started, under the channel's present settings. */
export interface MessageAnswers {
  readonly taken: number;
  /** Attempts that ended with neither an acknowledgement nor the failure shape. */
  readonly refused: number;
  /** What the newest of `refused` was; `null`: the newest answer was taken. */
  readonly trouble: Pick<Finding, "message" | "advice"> | null;
  /** The strictest value of the knob that takes every answer that was taken; `null` while none was. */
  readonly strictest: ChannelKnobs["acknowledge"] | null;
}

interface Remembered {
  readonly revision: number;
  taken: number;
  refused: number;
  trouble: MessageAnswers["trouble"];
  strictest: MessageAnswers["strictest"];
}

function troubleOf(end: AttemptEnd, result: TransportResult, channel: Channel): Finding | null {
  if (result.kind === "failure") return failureFindings[result.failure];
  const isRefused =
    end.kind === "redirect" || end.kind === "http-status" || end.kind === "unusable";
  return isRefused ? refusalFinding(end, result, channel) : null;
}

/** Remembers in memory what receivers answered to real messages: counts and our own words, nothing of an answer. */
export class AnswerMemory {
  readonly #channels = new Map<string, Remembered>();

  /** How one attempt of a message ended. A failure shape is a refusal of that message alone, and counts for nothing. */
  saw(channel: Channel, end: AttemptEnd, result: TransportResult): void {
    if (end.kind === "failure-shape" || (end.kind === "failure" && end.failure === "not-sent"))
      return;
    const remembered = this.#remembered(channel);
    if (end.kind === "positive" && result.kind === "response")
      this.#taken(remembered, channel.knobs, result);
    else {
      remembered.refused += 1;
      // Looked at once in a row of refusals.
      remembered.trouble ??= troubleOf(end, result, channel);
    }
  }

  /** `null` when no message of this channel was answered. */
  of({ key, revision }: Channel): MessageAnswers | null {
    const remembered = this.#channels.get(key);
    return remembered?.revision === revision ? remembered : null;
  }

  #taken(remembered: Remembered, { acknowledge }: ChannelKnobs, answer: HeardAnswer): void {
    remembered.taken += 1;
    remembered.trouble = null;
    const { strictest } = remembered;
    if (strictest === acknowledge) return;
    const value = strictestAcknowledge(answer.status, answer.body, answer.truncated);
    if (value !== null && (strictest === null || isStricter(strictest, value)))
      remembered.strictest = value;
  }

  #remembered({ key, revision }: Channel): Remembered {
    const known = this.#channels.get(key);
    const remembered =
      known?.revision === revision
        ? known
        : { revision, taken: 0, refused: 0, trouble: null, strictest: null };
    if (known === remembered) return remembered;
    this.#channels.delete(key);
    this.#channels.set(key, remembered);
    const [oldest] = this.#channels.keys();
    if (this.#channels.size > channelLimit && oldest !== undefined) this.#channels.delete(oldest);
    return remembered;
  }
}
