import type { ChannelKnobs } from "../../model/channel.ts";

/** One known difference between integrating systems and the contract's text. */
export interface QuirkRow {
  /** The rest of the sentence "A sampled body …". */
  readonly seen: string;
  /**
   * The effect with a channel's knobs. `passes` is `false` when the message, or a part of it, does not reach the
   * agent.
   */
  readonly effect: (knobs: ChannelKnobs) => QuirkEffect;
}

/** `advice`: the knob that makes the body pass; if it passes already, a knob that may suit the channel better. */
export interface QuirkEffect {
  readonly passes: boolean;
  readonly message: string;
  readonly advice?: string;
}

const passes = (message: string, advice?: string) => (): QuirkEffect => ({
  passes: true,
  message,
  ...(advice !== undefined && { advice }),
});

const lenientMedia = ({ media }: ChannelKnobs): QuirkEffect =>
  media === "lenient"
    ? { passes: true, message: "Accepted, because the channel's `media` is `lenient`." }
    : {
        passes: false,
        message: "Such a message is refused with HTTP 400.",
        advice: "Set `media: lenient` on this channel, or let the client send the field (§2.5).",
      };

/**
 * Every quirk that the doctor detects in visitors' bodies. Each has a row in `docs/doctor.md`, named `quirk-` and
 * its name.
 */
export const quirks = Object.freeze({
  "visitor-id-types": {
    seen: "gives one visitor's `sender.id` as a number and as a string",
    effect: passes("Accepted: both are one visitor (ruling 6)."),
  },
  "constant-message-id": {
    seen: "carries a `message.id` that had another content before",
    effect: ({ dedupe }: ChannelKnobs) =>
      dedupe === "off"
        ? { passes: true, message: "Accepted: the channel does not look for repeats." }
        : {
            passes: true,
            message: "Accepted: an id that carried two contents drops no message (ruling 11).",
            advice:
              "Set `dedupe: off` on this channel if its first message may ever be repeated within a minute on purpose.",
          },
  },
  "content-type-missing": {
    seen: "comes without `Content-Type`",
    effect: passes("Accepted: the body is read as JSON whatever the header says (ruling 5)."),
  },
  "content-type-other": {
    seen: "comes with a `Content-Type` other than `application/json` in UTF-8",
    effect: passes("Accepted: the body is read as UTF-8 JSON whatever the header says (ruling 5)."),
  },
  "byte-order-mark": {
    seen: "begins with a byte order mark",
    effect: passes("Accepted: the mark is skipped (ruling 5)."),
  },
  "file-size": {
    seen: "is media without a usable `file_size`",
    effect: lenientMedia,
  },
  "file-name": {
    seen: "is media without a usable `file_name`",
    effect: lenientMedia,
  },
  "blank-photo": {
    seen: "has a blank `sender.photo`",
    effect: passes("Accepted: a blank field counts as absent (ruling 7)."),
  },
  "page-url": {
    seen: "has a `sender.url` that is no URL",
    effect: passes("Accepted as text; the agent sees no link (ruling 7)."),
  },
  "numeric-phone": {
    seen: "has a `sender.phone` that is a number",
    effect: passes("Accepted as text (ruling 7)."),
  },
  "extra-fields": {
    seen: "has fields that the contract does not know",
    effect: passes("Accepted: unknown fields are ignored (ruling 5)."),
  },
  "long-text": {
    seen: "has a text of more than 1000 characters",
    effect: ({ overflow }: ChannelKnobs) =>
      overflow === "split"
        ? { passes: true, message: "Split into several messages, as the channel says." }
        : {
            passes: false,
            message: "The rest is cut off, as the contract says (§2.4).",
            advice: "Set `overflow: split` on this channel to keep the rest as further messages.",
          },
  },
}) satisfies Readonly<Record<string, QuirkRow>>;

/** Name of a row of `quirks`. */
export type QuirkName = keyof typeof quirks;
