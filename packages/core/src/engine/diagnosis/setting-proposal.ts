import type { Channel, ChannelKnobs } from "../../model/channel.ts";
import type { Finding } from "../../ports/platform/diagnosis.ts";
import { withIdInQuery, withSlash } from "../../protocol/answers/advised-address.ts";
import { targetUrl } from "../../protocol/answers/target-url.ts";
import { mayBeYes } from "./answer-shape.ts";
import { faultFinding } from "./findings/findings.ts";
import type { TestAnswer } from "./test-answer.ts";

/** A changed setting that the receiver may need. It is tested before it is advised. */
export interface SettingProposal {
  /** The channel with the changed setting. */
  readonly channel: Channel;
  /** The finding to report if the test with this setting succeeds. */
  readonly finding: Finding;
}

/** The setting to test after a refused test message; `null` when no setting could help. */
export function proposeSetting(
  channel: Channel,
  { end, result }: TestAnswer,
): SettingProposal | null {
  if (end.kind === "redirect")
    return result.kind === "response" ? slashAtTheEnd(channel, result.location) : null;
  if (end.kind !== "http-status") return null;
  if (end.status === 400 || end.status === 411 || end.status === 501)
    return otherTransfer(channel, end.status);
  const missed = end.status === 404 || end.status === 405;
  return missed ? withoutSegment(channel, end.status) : null;
}

/** Whether the setting helped: the receiver accepts the test message, or refuses it after reading it. */
export function hasHelped({ end, result }: TestAnswer, { acknowledge }: ChannelKnobs): boolean {
  if (end.kind === "failure-shape") return statusesOfReaders.has(end.status);
  if (end.kind === "positive" && acknowledge === "result-ok") return true;
  const isTaken =
    end.kind === "positive" ||
    end.kind === "unusable" ||
    (end.kind === "http-status" && isSuccess(end.status));
  return isTaken && result.kind === "response" && mayBeYes(result.body);
}

/**
 * With any other status the failure shape may come from a gateway in front of the receiver, or from a framework
 * that has no such path.
 */
const statusesOfReaders: ReadonlySet<number> = new Set([200, 409, 422]);

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function otherTransfer(channel: Channel, status: number): SettingProposal {
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

function withoutSegment(channel: Channel, status: number): SettingProposal | null {
  const address = withIdInQuery(channel.chatApiUrl);
  return (
    address && {
      channel: { ...channel, chatApiUrl: address.chatApiUrl },
      finding: faultFinding(
        "receiver-path",
        `The receiver answers HTTP ${status} with the channel's id at the end of the path, and takes the test message without it.`,
        `Make the channel's URL a template: add \`${address.ending}\` at its end.`,
      ),
    }
  );
}

function slashAtTheEnd(channel: Channel, location: string | undefined): SettingProposal | null {
  const from = URL.parse(targetUrl(channel.chatApiUrl, channel.id));
  const to = from === null || location === undefined ? null : URL.parse(location, from.href);
  const address = withSlash(channel.chatApiUrl);
  if (from === null || to?.href !== `${from.href}/`) return null;
  return (
    address && {
      channel: { ...channel, chatApiUrl: address.chatApiUrl },
      finding: faultFinding(
        "receiver-redirect",
        "The receiver redirects to a slash at the end, and takes the test message there.",
        `Make the channel's URL a template: add \`${address.ending}\` at its end.`,
      ),
    }
  );
}
