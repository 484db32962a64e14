import {
  checkChatApiUrl,
  type TargetCheck,
  type TargetRefusal,
  targetUrl,
  type Timers,
} from "@parley/core";

/** Time limit for the name servers. */
const limitMs = 3_000;

/** Whether agent messages can be sent to an address. `message` is a sentence for an admin. */
export type AddressVerdict =
  | { readonly state: "ok" }
  | {
      /** `unknown`: it may work later. `refused`: the gateway would send nothing there. */
      readonly state: "unknown" | "refused";
      readonly message: string;
    };

const verdicts: Readonly<Record<TargetRefusal, AddressVerdict>> = {
  "unreadable-url": refused("This is not an address. It begins with https://."),
  "not-https": refused(
    "The gateway sends agent messages to https:// addresses only. With this address no message would arrive.",
  ),
  "forbidden-address": refused(
    "This address is in a private network, and the gateway sends to public addresses only. Use the system's public address, or ask the operator of the gateway to allow this one.",
  ),
  unresolvable: {
    state: "unknown",
    message: "This host name has no address at the moment. Check the spelling.",
  },
};

/** Tells an admin whether the transport would send anything to a channel's address. */
export class AddressCheck {
  readonly #target: TargetCheck | null;
  readonly #timers: Timers;

  /** `target`: `null` when the transport has no check. Then every readable address is `ok`. */
  constructor(target: TargetCheck | null, timers: Timers) {
    this.#target = target;
    this.#timers = timers;
  }

  async judge(chatApiUrl: unknown, channelId: string): Promise<AddressVerdict> {
    const read = checkChatApiUrl(chatApiUrl);
    if (!read.ok) return refused(`The address ${read.why}.`);
    if (this.#target === null) return { state: "ok" };
    const limit = new AbortController();
    const cancel = this.#timers.after(limitMs, () => limit.abort());
    try {
      const refusal = await this.#target.check(targetUrl(read.url, channelId), limit.signal);
      return refusal === null ? { state: "ok" } : verdicts[refusal];
    } finally {
      cancel();
    }
  }
}

function refused(message: string): AddressVerdict {
  return { state: "refused", message };
}
