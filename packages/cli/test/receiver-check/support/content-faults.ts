import type { FaultyReceiver } from "./faulty-receiver.ts";
import { refusal, shown, type Visit } from "./receiver.ts";

const textOf = ({ message }: Visit) => String(message["text"]);

/** Faults in the handling of texts and ids. */
export const contentFaults: readonly FaultyReceiver[] = [
  {
    fault: "drops emoji",
    verdicts: ["text-emoji: failed"],
    react: (visit) => shown(textOf(visit).replaceAll(/[\u{10000}-\u{10FFFF}]/gu, "")),
  },
  {
    fault: "fails at characters of four bytes",
    verdicts: ["text-emoji: failed"],
    react: (visit) =>
      /[\u{10000}-\u{10FFFF}]/u.test(textOf(visit))
        ? { status: 500, body: "Incorrect string value" }
        : null,
  },
  {
    fault: "knows Latin letters only",
    verdicts: [
      "pieces: failed",
      "text-longest: failed",
      "text-emoji: failed",
      "text-scripts: failed",
    ],
    react: (visit) =>
      shown(textOf(visit).replaceAll(/[\u0100-\u{2027}\u{202A}-\u{10FFFF}]/gu, "?")),
  },
  {
    fault: "cuts a text at U+0000",
    verdicts: ["text-nul: warned"],
    react: (visit) => shown(textOf(visit).split("\0")[0]),
  },
  {
    fault: "folds line breaks",
    verdicts: ["text-lines: warned"],
    react: (visit) => shown(textOf(visit).replaceAll(/\s+/g, " ")),
  },
  {
    fault: "strips markup",
    verdicts: ["text-markup: warned"],
    react: (visit) => shown(textOf(visit).replaceAll(/<[^>]*>/g, "")),
  },
  {
    fault: "takes texts of up to 500 characters",
    verdicts: ["text-longest: failed"],
    react: (visit) => (textOf(visit).length > 500 ? refusal("Too long") : null),
  },
  {
    fault: "takes “0” for no text",
    verdicts: ["text-names: failed"],
    react: (visit) => (textOf(visit) === "0" ? refusal("Empty text", 400) : null),
  },
  {
    fault: "rounds large integers",
    verdicts: ["recipient-large-integer: failed"],
    react: ({ body }) => ({ body: JSON.stringify({ result: "ok", ...JSON.parse(body) }) }),
  },
  {
    fault: "prints large integers with an exponent",
    verdicts: ["recipient-large-integer: failed"],
    react: ({ recipientId }) =>
      /^\d{15,}$/.test(recipientId) ? shown(Number(recipientId).toExponential(14)) : null,
  },
  {
    fault: "refuses integers past 2^53",
    verdicts: ["recipient-large-integer: warned"],
    react: ({ recipientId }) =>
      Number(recipientId) > 2 ** 53 ? refusal("Not a safe integer", 400) : null,
  },
  {
    fault: "fails at integers past 2^64",
    verdicts: ["recipient-large-integer: failed"],
    react: ({ recipientId }) =>
      Number(recipientId) > 2 ** 64 ? { status: 500, body: "strconv: value out of range" } : null,
  },
  {
    fault: "takes string ids only",
    verdicts: ["recipient-integer: warned", "recipient-large-integer: warned"],
    react: ({ recipientId }) => (recipientId.startsWith('"') ? null : refusal("Not a string", 400)),
  },
  {
    fault: "fails at ids with blanks",
    verdicts: ["recipient-string: failed"],
    react: ({ recipientId }) => (recipientId.includes(" ") ? { status: 500, body: "" } : null),
  },
];
