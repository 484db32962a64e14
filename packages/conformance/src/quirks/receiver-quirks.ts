import type { ChannelKnobs } from "@parley/core";

/** A known difference between receivers' answers and the contract. */
export interface ReceiverQuirk {
  /** The doctor's check for it. */
  readonly check: string;
  readonly about: string;
  /** Name of the sample that holds its response. */
  readonly sample: string;
  /** Requests that it acknowledges anyway. Default: none. */
  readonly takes?: RegExp;
  /** Number of requests after which it acknowledges every further one. Default: never. */
  readonly busyFor?: number;
  /** Settings of the channel that shows it. Default: those of every channel. */
  readonly settings?: Partial<ChannelKnobs>;
  /** The setting that the doctor advises and that makes messages arrive. */
  readonly remedy: Partial<ChannelKnobs> | "template";
}

const anyAnswer = { acknowledge: "any-2xx" } as const;
const plainYes = { acknowledge: "affirmative" } as const;

/** All known quirks of receivers. */
export const receiverQuirks: readonly ReceiverQuirk[] = [
  {
    check: "receiver-acknowledgement",
    about: 'acknowledges with {"ok":true}',
    sample: "ok-true",
    remedy: plainYes,
  },
  {
    check: "receiver-acknowledgement",
    about: 'acknowledges with {"body":"…"}',
    sample: "body-text",
    remedy: anyAnswer,
  },
  {
    check: "receiver-acknowledgement",
    about: 'acknowledges with 201 {"status":"accepted"}',
    sample: "status-accepted",
    remedy: plainYes,
  },
  {
    check: "receiver-acknowledgement",
    about: "acknowledges with JSON inside a JSON string",
    sample: "yes-in-string",
    remedy: plainYes,
  },
  {
    check: "receiver-acknowledgement",
    about: "acknowledges with a plain 200",
    sample: "plain-200",
    remedy: anyAnswer,
  },
  {
    check: "receiver-acknowledgement",
    about: "acknowledges with 204",
    sample: "no-content",
    remedy: anyAnswer,
  },
  {
    check: "receiver-acknowledgement",
    about: "acknowledges with the text OK",
    sample: "text-ok",
    remedy: anyAnswer,
  },
  {
    check: "receiver-failure-shape",
    about: "says with the failure shape that it is busy for a while",
    sample: "failure-passing",
    busyFor: 1,
    remedy: { failureShape: "redeliver" },
  },
  {
    check: "receiver-transfer",
    about: "takes no chunks",
    sample: "length-required",
    takes: /^content-length: /im,
    settings: { transfer: "chunked" },
    remedy: { transfer: "content-length" },
  },
  {
    check: "receiver-transfer",
    about: "takes nothing but chunks",
    sample: "chunks-required",
    takes: /^transfer-encoding: chunked/im,
    remedy: { transfer: "chunked" },
  },
  {
    check: "receiver-path",
    about: "knows no path with a channel's id at its end",
    sample: "not-found",
    takes: /^POST \/chat\?/,
    remedy: "template",
  },
];
