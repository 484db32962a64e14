import { Webhook } from "standardwebhooks";
import { invalidOption } from "../invalid-option.ts";
import { headerOf, neverThrowing, type RequestCheck } from "./request-check.ts";
import { isAmong, readSecrets } from "./secrets.ts";
import { isRecent, type SignedTime } from "./timestamp.ts";

/** Options of `standardWebhooksSignature`. */
export interface StandardWebhooksOptions {
  /** Base64, with or without `whsec_`. One, or two while the app changes to another one. */
  readonly secrets: readonly string[];
  /** The clock, in epoch milliseconds. */
  readonly now: () => number;
}

/** What `signWebhook` signs. */
export interface SignedWebhook {
  /** The same in every repeat. Letters, digits, `_` and `-`. */
  readonly id: string;
  /** When this attempt is made, in epoch milliseconds. */
  readonly timestamp: number;
  readonly body: string;
  /** As in `StandardWebhooksOptions`: the webhook is signed with each. */
  readonly secrets: readonly string[];
}

/** The headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com). */
export type WebhookHeaders = Readonly<
  Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>
>;

const signature = /^v1,((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)$/;

/**
 * Checks the signature of Standard Webhooks 1.0. A body that is no UTF-8 is refused.
 * @throws ParleyError `invalid-option`
 */
export function standardWebhooksSignature(options: StandardWebhooksOptions): RequestCheck {
  const webhooks = webhooksOf("standardWebhooksSignature", options.secrets);
  const time: SignedTime = { header: "webhook-timestamp", unit: "seconds", now: options.now };
  return neverThrowing((request) => {
    const id = headerOf(request, "webhook-id");
    const seconds = headerOf(request, "webhook-timestamp");
    const told = headerOf(request, "webhook-signature");
    // Node joins a header that came twice by ", ".
    if (id === null || told === null || told.includes(", ") || !isRecent(request, time))
      return false;
    const body = utf8.decode(request.body);
    const right = webhooks.map((webhook) =>
      bytesOf(webhook.sign(id, dateOf(Number(seconds)), body)),
    );
    return told.split(" ").some((one) => isAmong(bytesOf(one), right));
  });
}

/**
 * Signs a webhook to an agent app.
 * @throws ParleyError `invalid-option`
 */
export function signWebhook({ id, timestamp, body, secrets }: SignedWebhook): WebhookHeaders {
  const seconds = Math.floor(timestamp / 1_000);
  const webhooks = webhooksOf("signWebhook", secrets);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": webhooks
      .map((webhook) => webhook.sign(id, dateOf(seconds), body))
      .join(" "),
  };
}

/** Throws for a body that is no UTF-8, and keeps a byte order mark: it is signed as well. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Empty for what is no signature of version 1, which equals none. */
function bytesOf(text: string): Buffer {
  return Buffer.from(signature.exec(text)?.[1] ?? "", "base64");
}

function dateOf(seconds: number): Date {
  return new Date(1_000 * seconds);
}

function webhooksOf(where: string, secrets: readonly string[]): readonly Webhook[] {
  try {
    return readSecrets(`${where}: secrets`, secrets).map((secret) => new Webhook(secret));
  } catch {
    throw invalidOption(`${where}: secrets`, "at least one text in base64, such as whsec_…");
  }
}
