import type { Draft } from "../../../api/api.ts";
import { messageKinds } from "../../message-kinds.ts";
import { codePointsOf, textLimit } from "../split-text.ts";
import { bytesOf } from "./file-size.ts";
import { nameIn, sentAddressProblem } from "./media-address.ts";
import type { MediaDraft } from "./media-change.ts";

/** Sentences by field, in the order of the form. */
export type MediaProblems = Readonly<Record<string, string>>;

/** The message of a filled-in form, or what is missing or wrong. */
export type MediaMessage =
  | { readonly ok: true; readonly message: Draft }
  | { readonly ok: false; readonly problems: MediaProblems };

export function mediaMessageOf({ type, fields }: MediaDraft): MediaMessage {
  const textOf = (name: string): string => (fields[name] ?? "").trim();
  const isPlace = messageKinds[type]?.form === "place";
  const problems = Object.entries({
    ...(isPlace ? placeProblems(textOf) : fileProblems(textOf)),
    text: tooLong("The comment", textOf("text")),
  }).filter((entry): entry is [string, string] => entry[1] !== null);
  if (problems.length > 0) return { ok: false, problems: Object.fromEntries(problems) };
  const own = isPlace ? placeFields(textOf) : fileFields(textOf);
  const text = textOf("text");
  return { ok: true, message: { ...own, ...(text !== "" && { text }), type } };
}

type TextOf = (name: string) => string;

function fileProblems(textOf: TextOf): Record<string, string | null> {
  const name = textOf("file_name") || nameIn(textOf("file"));
  return {
    file: sentAddressProblem(textOf("file")),
    file_name: name === "" ? "Give the file a name, such as photo.jpg." : tooLong("The name", name),
    file_size: sizeProblem(textOf("file_size")),
  };
}

function sizeProblem(size: string): string | null {
  if (size === "") {
    return "Enter the size: without it the visitor's chat does not take a file. It need not be exact.";
  }
  return bytesOf(size) === null ? "Enter the size with its unit, such as 1.4 MB or 350 KB." : null;
}

function tooLong(what: string, text: string): string | null {
  const length = codePointsOf(text);
  if (length <= textLimit) return null;
  return `${what} has ${length} characters; at most ${textLimit} are possible.`;
}

function fileFields(textOf: TextOf): Record<string, string | number> {
  const [width, height] = [Number(textOf("width")), Number(textOf("height"))];
  return {
    file: textOf("file"),
    file_name: textOf("file_name") || nameIn(textOf("file")),
    file_size: bytesOf(textOf("file_size")) ?? 0,
    ...(width > 0 && height > 0 && { width, height }),
  };
}

function placeProblems(textOf: TextOf): Record<string, string | null> {
  return {
    latitude: degreesProblem("latitude", textOf("latitude"), 90),
    longitude: degreesProblem("longitude", textOf("longitude"), 180),
  };
}

function degreesProblem(name: string, text: string, limit: number): string | null {
  if (text === "") return `Enter the ${name}.`;
  const degrees = degreesOf(text);
  if (degrees !== null && Math.abs(degrees) <= limit) return null;
  return `The ${name} is a number from -${limit} to ${limit}.`;
}

function placeFields(textOf: TextOf): Record<string, number> {
  return {
    latitude: degreesOf(textOf("latitude")) ?? 0,
    longitude: degreesOf(textOf("longitude")) ?? 0,
  };
}

function degreesOf(text: string): number | null {
  return /^[+-]?\d+([.,]\d+)?°?$/.test(text)
    ? Number(text.replace(",", ".").replace("°", ""))
    : null;
}
