import type { Channel, ChannelKnobs } from "../../model/channel.ts";
import type { TransportResult } from "../../ports/transport.ts";
import { stricterValues, takesAnswer } from "../../protocol/answers/strictest-acknowledge.ts";
import type { HeardAnswer } from "../outbound/endpoint-client.ts";
import type { AttemptEnd } from "../outbound/redelivery.ts";
import { kindOfTrouble, type MessageTrouble, messageTrouble } from "./message-trouble.ts";

/** Channels that are remembered at most; past it the one whose newest answer is oldest is forgotten. */
const channelLimit = 500;

/** How a channel's receiver answered agents' messages since this node started, under the channel's present settings. */
export interface MessageAnswers {
  readonly taken: number;
  /** Attempts that ended with neither an acknowledgement nor the failure shape. */
  readonly refused: number;
  /** What the newest of `refused` was; `null`: the newest answer was taken. */
  readonly trouble: MessageTrouble | null;
  /** Values of the knob before the channel's that take every answer that was taken, strictest first. */
  readonly stricter: readonly ChannelKnobs["acknowledge"][];
}

interface Remembered {
  readonly revision: number;
  taken: number;
  refused: number;
  trouble: MessageTrouble | null;
  kind: string | null;
  stricter: MessageAnswers["stricter"];
}

/** Remembers in memory what receivers answered to real messages: counts and our own words, nothing of an answer. */
export class AnswerMemory {
  readonly #channels = new Map<string, Remembered>();

  /** How one attempt of a message ended. A failure shape is a refusal of that message alone, and counts for nothing. */
  saw(channel: Channel, end: AttemptEnd, result: TransportResult): void {
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

  /** Puts the channel at the end, so that the first is the one to forget. */
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
  return { revision, taken: 0, refused: 0, trouble: null, kind: null, stricter };
}

function taken(remembered: Remembered, { status, body, truncated }: HeardAnswer): void {
  remembered.taken += 1;
  remembered.trouble = null;
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
  const kind = kindOfTrouble(end);
  // Its body is looked at once in a row of one kind: a receiver that is down must cost little.
  if (remembered.kind === kind) return;
  remembered.kind = kind;
  remembered.trouble = messageTrouble(end, result, channel);
}
