import { cutText, textLimit } from "./text.ts";

/**
 * A name for the file at `url`: its last path segment, decoded; without one, the host (ruling 9, `lenient`). Never
 * empty, well-formed, never throws.
 */
export function fileNameOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return "file";
  const segment = parsed.pathname.split("/").findLast((part) => part !== "") ?? "";
  const name = decode(segment).split(/[/\\]/).at(-1)?.trim() ?? "";
  return cutText(name === "" ? parsed.hostname : name, textLimit).text;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
