import { parse } from "content-disposition";
import { endingsOf } from "../types/media-type.ts";

const nameLimit = 255;
/** Longer ones of a URL are more likely a token than a name. */
const urlNameLimit = 100;
/** Endings that tell the name of a file from a token in a URL. */
const usualEnding =
  /\.(?:png|jpe?g|gif|webp|avif|heic|svg|bmp|tiff?|mp3|aac|wav|flac|og[agv]|opus|weba|webm|mp4|m4[av]|mov|avi|pdf|txt|csv|rtf|docx?|xlsx?|pptx?|od[pst]|zip|json|xml|html?|vcf|ics|eml)$/i;
// Control characters, and those that turn the direction of text: `evil<RLO>gnp.exe`.
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Where a name may come from. */
export interface NameSources {
  /** What the adapter says. */
  readonly given: string | undefined;
  /** The header `content-disposition` of the app's answer. */
  readonly disposition: string;
  readonly url: string;
}

/** Name of a file. A shown type's ending is its last one, so that a saved file opens as what it is. */
export function fileName({ given, disposition, url }: NameSources, type: string): string {
  const found = [given, dispositionName(disposition), urlName(url)]
    .map((name) => plainName(name ?? ""))
    .find((name) => name !== "");
  return withEnding(found ?? "file", type);
}

function dispositionName(header: string): string | undefined {
  if (header === "") return undefined;
  try {
    return parse(readable(header)).parameters["filename"];
  } catch {
    return undefined;
  }
}

/** A header has one character a byte. Apps also write names as UTF-8, which no standard allows. */
function readable(header: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(header, "latin1"));
  } catch {
    return header;
  }
}

function urlName(url: string): string | undefined {
  const last = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  try {
    const name = decodeURIComponent(last);
    return name.length <= urlNameLimit && usualEnding.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

function plainName(name: string): string {
  return name
    .toWellFormed()
    .replaceAll(unprintable, "")
    .replaceAll(/[/\\]/g, "_")
    .replaceAll(/^[.\s]+|[.\s]+$/g, "");
}

function withEnding(name: string, type: string): string {
  const endings = endingsOf(type);
  if (endings === null || endings.some((ending) => name.toLowerCase().endsWith(ending)))
    return shortened(name, "");
  return shortened(name, endings[0]);
}

function shortened(name: string, added: string): string {
  const characters = [...name];
  const room = nameLimit - added.length;
  if (characters.length <= room) return name + added;
  const ending = added === "" ? (/\.[^.]{1,16}$/.exec(name)?.[0] ?? "") : added;
  return characters.slice(0, nameLimit - [...ending].length).join("") + ending;
}
