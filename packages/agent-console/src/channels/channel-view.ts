import type { Channel, ChannelKnobs, IssuedChannel } from "@parley/core";

/** A channel as the console shows it, without its secrets. */
export interface ChannelView extends ChannelKnobs {
  readonly id: string;
  readonly chatApiUrl: string;
  /** Whether agent messages are signed. */
  readonly signed: boolean;
  /** Epoch milliseconds at which the last rotated address stops working; `null` when there is none. */
  readonly oldAddressUntil: number | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** A channel that was just added or rotated. Its addresses are shown only here. */
export interface IssuedChannelView extends ChannelView {
  /** For visitor messages (§4.2). */
  readonly ingressUrl: string;
  /** For the status query (§4.1). */
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

/** `ingressUrl`: public address of the ingress, without a trailing slash. */
export function viewOfIssued(
  { channel, randomString: channelSecret }: IssuedChannel,
  ingressUrl: string,
  now: number,
): IssuedChannelView {
  const address = `${ingressUrl}/${channelSecret}/${channel.id}`;
  return { ...viewOfChannel(channel, now), ingressUrl: address, statusUrl: `${address}/status` };
}
