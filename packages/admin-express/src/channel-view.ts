import type { Channel, ChannelKnobs, IssuedChannel } from "@parley/core";

/** A channel as the API shows it: nothing about its secrets. */
export interface ChannelView extends ChannelKnobs {
  readonly id: string;
  readonly chatApiUrl: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A channel just added or rotated: the only time that its addresses are known. */
export interface IssuedChannelView extends ChannelView {
  /** Takes visitor messages (§4.2). */
  readonly ingressUrl: string;
  /** Answers the status query (§4.1). */
  readonly statusUrl: string;
}

export function viewOf({ id, chatApiUrl, knobs, createdAt }: Channel): ChannelView {
  return { id, chatApiUrl, ...knobs, createdAt };
}

/** @param publicUrl the ingress as the world sees it, without a trailing slash */
export function issuedViewOf(
  { channel, randomString }: IssuedChannel,
  publicUrl: string,
): IssuedChannelView {
  const ingressUrl = `${publicUrl}/${randomString}/${channel.id}`;
  const { id, ...rest } = viewOf(channel);
  return { id, ingressUrl, statusUrl: `${ingressUrl}/status`, ...rest };
}
