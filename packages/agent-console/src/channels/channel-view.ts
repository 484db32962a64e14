import type { Channel, ChannelKnobs, IssuedChannel } from "@parley/core";

/** A channel as the console shows it: nothing about its secrets. */
export interface ChannelView extends ChannelKnobs {
  readonly id: string;
  readonly chatApiUrl: string;
  /** Whether agent messages are signed. */
  readonly signed: boolean;
  /** Epoch milliseconds at which the last of the rotated addresses stops working; `null` when there is none. */
  readonly oldAddressUntil: number | null;
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

export function viewOfChannel(channel: Channel, now: number): ChannelView {
  const { id, chatApiUrl, knobs, createdAt, secrets, signingKeys } = channel;
  const isLive = ({ expiresAt }: { readonly expiresAt: number | null }): boolean =>
    expiresAt === null || expiresAt > now;
  const ends = secrets.filter(isLive).flatMap(({ expiresAt }) => expiresAt ?? []);
  return {
    id,
    chatApiUrl,
    ...knobs,
    signed: signingKeys.some(isLive),
    oldAddressUntil: ends.length === 0 ? null : Math.max(...ends),
    createdAt,
  };
}

/** `ingressUrl`: the ingress as the world sees it, without a trailing slash. */
export function viewOfIssued(
  { channel, randomString: channelSecret }: IssuedChannel,
  ingressUrl: string,
  now: number,
): IssuedChannelView {
  const address = `${ingressUrl}/${channelSecret}/${channel.id}`;
  return { ...viewOfChannel(channel, now), ingressUrl: address, statusUrl: `${address}/status` };
}
