import type { ChannelKnobs } from "@parley/core";

/** A known difference between clients and the contract, and its effect. */
export interface VisitorQuirk {
  /** The doctor's check for it. */
  readonly check: string;
  /** Name of its samples. Default: the check's name without `quirk-`. */
  readonly sample?: string;
  readonly about: string;
  /** Number of samples, `<name>.1` and so on, in sending order. */
  readonly samples: number;
  /** The setting that makes it pass; `null`: it passes by default. */
  readonly knobs: Partial<ChannelKnobs> | null;
  /** The fields that the agent gets once it passes. */
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  /** The same with default settings, where it differs, with the HTTP status of each sample. */
  readonly otherwise?: {
    readonly statuses: readonly number[];
    readonly messages: VisitorQuirk["messages"];
    /** `ok`: the doctor cannot tell whether anything was lost, but still names the knob. Default: `warning`. */
    readonly level?: "ok";
  };
}

const text = (words: string) => ({ type: "text", text: words });
const photo = { type: "photo", file: "https://cdn.shop.example/u/5f1/IMG_0042.jpg" };
const invoice = { type: "document", file: "https://cdn.shop.example/u/5f1/invoice.pdf" };
const voice = { type: "voice", file: "https://cdn.shop.example/u/5f1/note%201.ogg" };
const long = `${"a".repeat(999)}b`;

/** The corpus of quirks of clients, a row each. */
export const visitorQuirks: readonly VisitorQuirk[] = [
  {
    check: "quirk-visitor-id-types",
    about: "one visitor, as a number and as a string",
    samples: 2,
    knobs: null,
    messages: [text("Is my order on its way?"), text("Order 7714")],
  },
  {
    check: "quirk-constant-message-id",
    about: "the same message.id for every message",
    samples: 3,
    knobs: null,
    messages: [text("hello"), text("is anybody there?"), text("hello")],
  },
  {
    check: "quirk-constant-message-id",
    sample: "constant-message-id-repeated",
    about: "the same message.id for every message, and the same words twice to begin with",
    samples: 3,
    knobs: { dedupe: "off" },
    messages: [text("yes"), text("yes"), text("no")],
    otherwise: {
      statuses: [200, 200, 200],
      messages: [text("yes"), text("no")],
      level: "ok",
    },
  },
  {
    check: "quirk-content-type-missing",
    about: "no Content-Type",
    samples: 1,
    knobs: null,
    messages: [text("Hi")],
  },
  {
    check: "quirk-content-type-other",
    about: "the Content-Type of a form, or of text in another encoding",
    samples: 2,
    knobs: null,
    messages: [text("sent with curl -d"), text("sent as text")],
  },
  {
    check: "quirk-file-size",
    about: "media without file_size, or with a string for it",
    samples: 2,
    knobs: { media: "lenient" },
    messages: [
      { ...photo, file_name: "IMG_0042.jpg" },
      { ...invoice, file_name: "invoice.pdf" },
    ],
    otherwise: { statuses: [400, 400], messages: [] },
  },
  {
    check: "quirk-file-name",
    about: "media without file_name",
    samples: 1,
    knobs: { media: "lenient" },
    messages: [{ ...voice, file_size: 20_117, file_name: "note 1.ogg" }],
    otherwise: { statuses: [400], messages: [] },
  },
  {
    check: "quirk-blank-photo",
    about: "a photo that is a space",
    samples: 1,
    knobs: null,
    messages: [text("Do you ship to Malta?")],
  },
  {
    check: "quirk-page-url",
    about: "a page URL that is no URL",
    samples: 1,
    knobs: null,
    messages: [text("The cart is empty again")],
  },
  {
    check: "quirk-numeric-phone",
    about: "a phone that is a number",
    samples: 1,
    knobs: null,
    messages: [text("Please call me")],
  },
  {
    check: "quirk-extra-fields",
    about: "fields that the contract does not know",
    samples: 1,
    knobs: null,
    messages: [text("Bongu")],
  },
  {
    check: "quirk-byte-order-mark",
    about: "a byte order mark before the body",
    samples: 1,
    knobs: null,
    messages: [text("Grüße")],
  },
  {
    check: "quirk-long-text",
    about: "a text of more than 1000 characters",
    samples: 1,
    knobs: { overflow: "split" },
    messages: [text(long), text("c".repeat(200))],
    otherwise: { statuses: [200], messages: [text(long)] },
  },
];
