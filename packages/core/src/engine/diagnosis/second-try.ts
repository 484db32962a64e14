import type { Channel, ChannelKnobs } from "../../model/channel.ts";
import type { Finding } from "../../ports/diagnosis.ts";
import { channelPlaceholder } from "../../protocol/target-url.ts";
import type { AttemptEnd } from "../redelivery.ts";
import { mayBeYes } from "./answer-shape.ts";
import { faultFinding } from "./findings.ts";
import type { TestAnswer } from "./receiver-test.ts";

/** A setting that may be what a receiver wants, to be tried out before it is advised. */
export interface SecondTry {
  /** The channel as it would be. */
  readonly channel: Channel;
  /** True once the receiver was asked so. */
  readonly finding: Finding;
}

/** What to try after a test message was refused; `null` when no setting could make a difference. */
export function secondTry(channel: Channel, end: AttemptEnd): SecondTry | null {
  if (end.kind !== "http-status") return null;
  if (end.status === 400 || end.status === 411 || end.status === 501)
    return otherTransfer(channel, end.status);
  const appended = !channel.chatApiUrl.includes(channelPlaceholder);
  const missed = end.status === 404 || end.status === 405;
  return missed && appended ? withoutSegment(channel, end.status) : null;
}

/** Whether it was what the receiver wants: it takes the test message, or refuses it as one that it has read. */
export function isBetter({ end, result }: TestAnswer, { acknowledge }: ChannelKnobs): boolean {
  if (end.kind === "failure-shape") return statusesOfReaders.has(end.status);
  if (end.kind === "positive" && acknowledge === "result-ok") return true;
  const isTaken =
    end.kind === "positive" ||
    end.kind === "unusable" ||
    (end.kind === "http-status" && isSuccess(end.status));
  return isTaken && result.kind === "response" && mayBeYes(result.body);
}

/** By any other status a failure shape may be that of a gate before the receiver, or of a framework without such a path. */
const statusesOfReaders: ReadonlySet<number> = new Set([200, 409, 422]);

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function otherTransfer(channel: Channel, status: number): SecondTry {
  const { transfer } = channel.knobs;
  const other = transfer === "chunked" ? "content-length" : "chunked";
  return {
    channel: { ...channel, knobs: { ...channel.knobs, transfer: other } },
    finding: faultFinding(
      "receiver-transfer",
      `The receiver answers HTTP ${status} to a body sent with ${transfer}, and takes one with ${other}.`,
      `Set \`transfer: ${other}\` on this channel, or let the receiver take both (§4.5).`,
    ),
  };
}

function withoutSegment(channel: Channel, status: number): SecondTry {
  const { chatApiUrl } = channel;
  const query = `channel=${channelPlaceholder}`;
  return {
    channel: {
      ...channel,
      chatApiUrl: `${chatApiUrl}${chatApiUrl.includes("?") ? "&" : "?"}${query}`,
    },
    finding: faultFinding(
      "receiver-path",
      `The receiver answers HTTP ${status} with the channel's id at the end of the path, and takes messages without it.`,
      `Make the channel's URL a template, with \`${channelPlaceholder}\` where it does no harm, such as \`?${query}\` at its end.`,
    ),
  };
}
