import type { SigningKey } from "../../model/channel.ts";
import type { Digest } from "../../ports/platform/digest.ts";

const none = Object.freeze({});

/**
 * The headers of Standard Webhooks 1.0 for one attempt (https://www.standardwebhooks.com). The id is the body's
 * `message.id`; there is one signature for each valid key. No headers without a valid key.
 */
export function signatureHeaders(
  keys: readonly SigningKey[],
  body: string,
  now: number,
  digest: Digest,
): Readonly<Record<string, string>> {
  if (keys.length === 0) return none;
  const live = keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  if (live.length === 0) return none;
  const { message } = JSON.parse(body) as { readonly message: { readonly id: string } };
  const timestamp = String(Math.floor(now / 1_000));
  const signed = `${message.id}.${timestamp}.${body}`;
  return {
    "webhook-id": message.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": live.map(({ key }) => `v1,${digest.mac(key, signed)}`).join(" "),
  };
}
