import type { DataDirectory } from "../settings/data-directory.ts";
import type { FirstChannelDoor } from "./first-channel-door.ts";
import { StartError } from "../start-error.ts";

const id = "shop";
/** In the data directory. */
export const channelFileName = "first-channel.json";
const defaultShopPort = 8081;

/** The channel between the gateway and the shop, as stored in `<data>/first-channel.json`. */
export interface FirstChannel {
  readonly id: string;
  /** Where visitor messages go (§4.2). Secret: it contains the channel secret. */
  readonly ingressUrl: string;
  readonly statusUrl: string;
}

export interface FirstChannelParts {
  readonly door: FirstChannelDoor;
  readonly data: DataDirectory;
  /** Origin written into the file. */
  readonly publicUrl: string;
  /** `null`: no shop. */
  readonly shopPort: number | null;
}

/**
 * Creates the first channel on the first start, and updates it when ports or the public URL have changed. It does not
 * recreate a channel that an operator removed, and keeps an address that an operator chose.
 */
export async function ensureFirstChannel(
  parts: FirstChannelParts,
): Promise<{ readonly channel: FirstChannel; readonly made: boolean }> {
  const { door, data, publicUrl, shopPort } = parts;
  const text = data.read(channelFileName);
  const channelSecret = text === null ? await issue(parts) : channelSecretOf(text, data);
  const channel = channelAt(publicUrl, channelSecret);
  if (text !== null) await followShop(door, shopPort);
  const wanted = `${JSON.stringify(channel, null, 2)}\n`;
  if (wanted !== text) data.write(channelFileName, wanted);
  return { channel, made: text === null };
}

/** The same channel at another origin. */
export function channelFrom(channel: FirstChannel, origin: string): FirstChannel {
  return channelAt(origin, channel.ingressUrl.split("/").at(-2) ?? "");
}

function channelAt(origin: string, channelSecret: string): FirstChannel {
  const ingressUrl = `${origin}/chat/${channelSecret}/${id}`;
  return { id, ingressUrl, statusUrl: `${ingressUrl}/status` };
}

/** A start that was killed before it wrote the file has lost the secret. Then the channel gets a new one. */
function issue({ door, shopPort }: FirstChannelParts): Promise<string> {
  return door.issue(id, shopUrl(shopPort ?? defaultShopPort));
}

async function followShop(door: FirstChannelDoor, shopPort: number | null): Promise<void> {
  const channel = await door.find(id);
  if (channel === null || shopPort === null) return;
  const chatApiUrl = shopUrl(shopPort);
  const ours = /^http:\/\/127\.0\.0\.1:\d+\/agent-messages$/.test(channel.chatApiUrl);
  if (ours && channel.chatApiUrl !== chatApiUrl) await door.change(id, chatApiUrl);
}

function shopUrl(port: number): string {
  return `http://127.0.0.1:${port}/agent-messages`;
}

function channelSecretOf(text: string, data: DataDirectory): string {
  const [, channelSecret] =
    /"ingressUrl":\s*"[^"]*\/chat\/([A-Za-z0-9_-]+)\/shop"/.exec(text) ?? [];
  if (channelSecret === undefined) {
    throw new StartError(
      `${data.path}/${channelFileName} is damaged: remove it, and the next start gives the channel a new channel secret.`,
    );
  }
  return channelSecret;
}
