import type { ComposerDraft } from "../../../unsent/unsent-state.ts";

/** The form as it opens. The kind is guessed once there is an address. */
export const newMedia = { type: "document", fields: {} } as const satisfies ComposerDraft["media"];

/** §2.5, ruling 9. */
const longestAddress = 2_048;

/** What is wrong with an address that is being typed; `null`: nothing so far. */
export function addressProblem(typed: string): string | null {
  const text = typed.trim();
  if (text === "" || isBeginning(text)) return null;
  if (!/^https?:\/\//i.test(text)) return "An address begins with https:// or http://";
  if (/\s/.test(text)) return "An address has no spaces in it.";
  if (/[\p{Cc}\p{Cf}]/u.test(text)) return "The address holds invisible characters.";
  if (text.length > longestAddress) {
    return `The address is too long: at most ${longestAddress} characters are possible.`;
  }
  const url = URL.parse(text);
  if (url === null) return "This is not a complete address.";
  if (url.username !== "" || url.password !== "") {
    return "The address holds a password, which the visitor would see.";
  }
  return null;
}

/** The same for an address that is to be sent. */
export function sentAddressProblem(typed: string): string | null {
  if (typed.trim() === "") return "Enter the address of the file.";
  return addressProblem(typed) ?? (isBeginning(typed.trim()) ? notComplete : null);
}

const notComplete = "This is not a complete address.";

/** `h`, `https:`, `https://`: not wrong yet. */
function isBeginning(text: string): boolean {
  const lower = text.toLowerCase();
  return "https://".startsWith(lower) || "http://".startsWith(lower);
}

/** The file's name in an address; empty when it names none. */
export function nameIn(typed: string): string {
  const segment = URL.parse(typed.trim())?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(segment).split(/[/\\]/).at(-1)?.trim() ?? "";
  } catch {
    return segment;
  }
}

const kinds: readonly (readonly [type: string, endings: RegExp])[] = [
  ["photo", /\.(jpe?g|png|gif|webp|avif|heic|bmp|svg|tiff?)$/i],
  ["video", /\.(mp4|webm|mov|m4v|mkv|avi|ogv)$/i],
  ["audio", /\.(mp3|m4a|aac|flac|wav|ogg)$/i],
  ["voice", /\.(opus|oga|amr)$/i],
];

/** The message type that a file name suggests. */
export function kindOf(name: string): string {
  return kinds.find(([, endings]) => endings.test(name))?.[0] ?? newMedia.type;
}
