import type { Channel, ChannelKnobs } from "../../model/channel.ts";
import type { TransportResult } from "../../ports/transport.ts";
import { stricterValues, takesAnswer } from "../../protocol/answers/strictest-acknowledge.ts";
import type { HeardAnswer } from "../outbound/endpoint-client.ts";
import type { AttemptEnd } from "../outbound/redelivery.ts";
import { problemKey, type MessageProblem, messageProblem } from "./message-problem.ts";

/** Maximum number of channels; past it, the channel whose newest answer is oldest is removed. */
const channelLimit = 500;

/**
 * How a channel's receiver answered agents' messages since this node started, with the channel's current settings.
 */
export interface MessageAnswers {
  readonly taken: number;
  /** Attempts that ended with neither an acknowledgement nor the failure shape. */
  readonly refused: number;
  /** The problem of the newest refused attempt; `null` when the newest answer was positive. */
  readonly problem: MessageProblem | null;
  /** The stricter values of the knob that accept every positive answer so far, strictest first. */
  readonly stricter: readonly ChannelKnobs["acknowledge"][];
}

interface Remembered {
  readonly revision: number;
  taken: number;
  refused: number;
  problem: MessageProblem | null;
  kind: string | null;
  stricter: MessageAnswers["stricter"];
}

/**
 * Keeps in memory how receivers answered real messages: counts and the gateway's own words, no content of an
 * answer.
 */
export class AnswerMemory {
  readonly #channels = new Map<string, Remembered>();

  /**
   * Records how one attempt of a message ended. A failure shape is not counted, because it refuses only that
   * message.
   */
  record(channel: Channel, end: AttemptEnd, result: TransportResult): void {
    if (end.kind === "failure-shape" || (end.kind === "failure" && end.failure === "not-sent"))
      return;
    const remembered = this.#remembered(channel);
    if (end.kind === "positive" && result.kind === "response") taken(remembered, result);
    else refused(remembered, channel, end, result);
  }

  /** `null` when no message of this channel was answered. */
  of({ key, revision }: Channel): MessageAnswers | null {
    const remembered = this.#channels.get(key);
    return remembered?.revision === revision ? remembered : null;
  }

  /** Moves the channel to the end, so that the first one is the next to be removed. */
  #remembered({ key, revision, knobs }: Channel): Remembered {
    const known = this.#channels.get(key);
    const remembered = known?.revision === revision ? known : nothingOf(revision, knobs);
    this.#channels.delete(key);
    this.#channels.set(key, remembered);
    const [oldest] = this.#channels.keys();
    if (this.#channels.size > channelLimit && oldest !== undefined) this.#channels.delete(oldest);
    return remembered;
  }
}

function nothingOf(revision: number, { acknowledge }: ChannelKnobs): Remembered {
  const stricter = stricterValues(acknowledge);
  return { revision, taken: 0, refused: 0, problem: null, kind: null, stricter };
}

function taken(remembered: Remembered, { status, body, truncated }: HeardAnswer): void {
  remembered.taken += 1;
  remembered.problem = null;
  remembered.kind = null;
  if (remembered.stricter.length > 0)
    remembered.stricter = remembered.stricter.filter((value) =>
      takesAnswer(value, status, body, truncated),
    );
}

function refused(
  remembered: Remembered,
  channel: Channel,
  end: AttemptEnd,
  result: TransportResult,
): void {
  remembered.refused += 1;
  const kind = problemKey(end);
  // Reads the body only once for consecutive problems of one kind, because a receiver that is down must cost
  // little.
  if (remembered.kind === kind) return;
  remembered.kind = kind;
  remembered.problem = messageProblem(end, result, channel);
}
