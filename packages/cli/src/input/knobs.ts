import { ChannelKnobs } from "@parley/core";
import { type Command, InvalidArgumentError, Option } from "commander";

export type KnobName = keyof ChannelKnobs;

/** All knobs of a channel, in documentation order. */
export const knobNames = Object.keys(ChannelKnobs.properties) as readonly KnobName[];

const meanings: Readonly<Record<KnobName, string>> = {
  overflow: "what happens to text past 1000 characters",
  media: "whether media must carry file_name and file_size",
  dedupe: "whether a client's own retry is recognised",
  transfer: "how an agent message's body travels",
  acknowledge: "what counts as a positive answer of the receiver",
  failureShape: 'whether {"error":…} on HTTP 200 ends the attempts',
  typing: "whether the receiver is told when agents type",
  hiddenErrorCodes: "error codes whose description agents are not shown",
};

/** The allowed values of a knob; `null` for a list of numbers. */
export function knobChoices(name: KnobName): readonly string[] | null {
  const schema: object = ChannelKnobs.properties[name];
  return "enum" in schema ? (schema.enum as readonly string[]) : null;
}

/** Maximum number of error codes in a list. */
export const errorCodeLimit =
  (ChannelKnobs.properties.hiddenErrorCodes as { readonly maxItems?: number }).maxItems ?? Infinity;

/** A list of error codes for the user: `[100, 200]`, or `none`. */
export function codesText(codes: readonly number[]): string {
  return codes.length === 0 ? "none" : `[${codes.join(", ")}]`;
}

/** Adds an option for every knob. */
export function withKnobs(command: Command): Command {
  for (const name of knobNames) command.addOption(knobOption(name));
  return command;
}

/** The knobs given on the command line. */
export function givenKnobs(options: Readonly<Partial<ChannelKnobs>>): Partial<ChannelKnobs> {
  const given = knobNames.filter((name) => options[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, options[name]]));
}

function knobOption(name: KnobName): Option {
  const flag = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const choices = knobChoices(name);
  return choices === null
    ? new Option(
        `--${flag} <codes>`,
        `${meanings[name]}: numbers between commas, or none`,
      ).argParser(readCodes)
    : new Option(`--${flag} <value>`, meanings[name]).choices([...choices]);
}

function readCodes(text: string): readonly number[] {
  if (text === "none") return [];
  const words = text.split(",").map((word) => word.trim());
  if (words.length > errorCodeLimit || !words.every((word) => /^-?\d+(\.\d+)?$/.test(word))) {
    throw new InvalidArgumentError(
      `Expected up to ${errorCodeLimit} numbers between commas, or none.`,
    );
  }
  return words.map(Number);
}
