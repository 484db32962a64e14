import type { Channel, IssuedChannel, IssuedSigningKey } from "@parley/core";
import type { ChannelView, IssuedChannelView, SignedChannelView } from "../api/channel.ts";

export function viewOf({ id, chatApiUrl, knobs, signingKeys, createdAt }: Channel): ChannelView {
  return { id, chatApiUrl, ...knobs, signed: signingKeys.length > 0, createdAt };
}

/** @param publicUrl public address of the ingress, without a trailing slash */
export function issuedViewOf(
  { channel, randomString: channelSecret }: IssuedChannel,
  publicUrl: string,
): IssuedChannelView {
  const ingressUrl = `${publicUrl}/${channelSecret}/${channel.id}`;
  const { id, ...rest } = viewOf(channel);
  return { id, ingressUrl, statusUrl: `${ingressUrl}/status`, ...rest };
}

export function signedViewOf({ channel, signingKey }: IssuedSigningKey): SignedChannelView {
  return { signingKey, ...viewOf(channel) };
}
