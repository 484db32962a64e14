import { invalidArgument } from "../invalid-argument.ts";
import type { Delivery } from "./delivery.ts";

const keyBytes = { least: 24, most: 64 } as const;
const hmac = { name: "HMAC", hash: "SHA-256" } as const;

/** Verifies signatures of Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
export interface SignatureCheck {
  /** Whether one of the keys has signed exactly these bytes, within the tolerated time. */
  verify(delivery: Delivery, body: Uint8Array<ArrayBuffer>): Promise<boolean>;
}

/**
 * `secrets`: one `whsec_…`, or several while keys are rotated. `now`: seconds since the epoch.
 * @throws ParleyClientError `invalid-argument`
 */
export function signatureCheck(
  secrets: string | readonly string[] | undefined,
  toleranceSeconds: number,
  now: () => number,
): SignatureCheck {
  const raw = keysOf(secrets);
  let imported: Promise<readonly CryptoKey[]> | null = null;
  const importAll = () =>
    Promise.all(raw.map((key) => crypto.subtle.importKey("raw", key, hmac, false, ["verify"])));
  return {
    verify: async (delivery, body) => {
      const signed = readHeaders(delivery);
      if (signed === null || Math.abs(now() - signed.timestamp) > toleranceSeconds) return false;
      const data = concat(new TextEncoder().encode(signed.prefix), body);
      for (const key of await (imported ??= importAll())) {
        for (const signature of signed.signatures) {
          if (await crypto.subtle.verify("HMAC", key, signature, data)) return true;
        }
      }
      return false;
    },
  };
}

interface SignedHeaders {
  /** The text that is signed before the body. */
  readonly prefix: string;
  readonly timestamp: number;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
}

/** More than a gateway ever sends. */
const signatureLimit = 16;

function readHeaders(delivery: Delivery): SignedHeaders | null {
  const id = delivery.header("webhook-id");
  const timestamp = delivery.header("webhook-timestamp") ?? "";
  const listed = delivery.header("webhook-signature");
  if (!id || listed === null || !/^\d{1,12}$/.test(timestamp)) return null;
  const signatures = listed.split(" ", signatureLimit).flatMap((text) => {
    const bytes = text.startsWith("v1,") ? fromBase64(text.slice(3)) : null;
    return bytes === null ? [] : [bytes];
  });
  return { prefix: `${id}.${timestamp}.`, timestamp: Number(timestamp), signatures };
}

/** An empty list is an error: to verify nothing, leave `secrets` out. */
function keysOf(secrets: unknown): readonly Uint8Array<ArrayBuffer>[] {
  const listed: readonly unknown[] = [secrets].flat();
  return listed.length === 0 ? [keyOf(undefined)] : listed.map(keyOf);
}

function keyOf(secret: unknown): Uint8Array<ArrayBuffer> {
  const key = typeof secret === "string" ? fromBase64(secret.replace(/^whsec_/, "")) : null;
  if (key !== null && key.length >= keyBytes.least && key.length <= keyBytes.most) return key;
  const expected = `"whsec_" and base64 of ${keyBytes.least} to ${keyBytes.most} bytes is expected`;
  const help = "one key or a list of keys, from the channel's operator";
  throw invalidArgument(`secrets: ${expected}, ${help}; leave it out to take unsigned requests.`);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}
