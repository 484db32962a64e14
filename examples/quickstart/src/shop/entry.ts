/** A `message` object of the contract, as the shop keeps it: untrusted but for its `type` and `id`. */
export type WireMessage = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: string;
};

/** One line of a visitor's chat. The page puts a newer one with the same `message.id` in the place of the older. */
export interface Entry {
  readonly from: "visitor" | "agent";
  /** Who wrote it; `null` for the visitor. */
  readonly author: string | null;
  readonly message: WireMessage;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly state: "sending" | "sent" | "failed";
  /** Why it failed, or what was changed about it. */
  readonly remark: string | null;
}

/** How the shop's server treats agent messages, so that a newcomer sees what the agent then sees. */
export interface Trouble {
  readonly mode: TroubleMode;
  /** What the failure shape says; the agent sees it. */
  readonly description: string;
}

export const troubleModes = ["works", "refuses", "fails", "hangs", "down"] as const;
/** `refuses`: the failure shape · `fails`: HTTP 500 · `hangs`: no answer · `down`: the connection breaks. */
export type TroubleMode = (typeof troubleModes)[number];

/** What a page hears over server-sent events; the name of the event is the key. */
export interface ShopEvents {
  readonly history: readonly Entry[];
  readonly entry: Entry;
  readonly typing: { readonly typing: boolean };
  readonly availability: { readonly available: boolean };
  readonly trouble: Trouble;
}
