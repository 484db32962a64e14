/** A `message` object of the contract. Only `type` and `id` are validated. */
export type WireMessage = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: string;
};

/** One entry of a visitor's chat. A newer one with the same `message.id` replaces it. */
export interface Entry {
  readonly from: "visitor" | "agent";
  /** Name of the sender; `null` for the visitor. */
  readonly author: string | null;
  readonly message: WireMessage;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly state: "sending" | "sent" | "failed";
  /** Why it failed, or what was changed. */
  readonly remark: string | null;
}

/** How the shop's server answers agent messages, to demonstrate failures. */
export interface Trouble {
  readonly mode: TroubleMode;
  /** The description in the failure shape, which the agent sees. */
  readonly description: string;
}

export const troubleModes = ["works", "refuses", "fails", "hangs", "down"] as const;
/** `refuses`: the failure shape · `fails`: HTTP 500 · `hangs`: no answer · `down`: the connection breaks. */
export type TroubleMode = (typeof troubleModes)[number];

/** Server-sent events for the page, by event name. */
export interface ShopEvents {
  readonly history: readonly Entry[];
  readonly entry: Entry;
  readonly typing: { readonly typing: boolean };
  readonly availability: { readonly available: boolean };
  readonly trouble: Trouble;
}
