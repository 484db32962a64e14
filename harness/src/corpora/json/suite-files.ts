import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of JSONTestSuite. */
export interface SuiteFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Files must be taken (`y_`) or refused (`n_`) by every parser; the rest (`i_`) is each parser's own affair. */
export function readSuite(directory: string): readonly SuiteFile[] {
  const names = readdirSync(directory).filter((name) => /^[yni]_.*\.json$/.test(name));
  return names.toSorted().map((name) => ({ name, bytes: readFileSync(join(directory, name)) }));
}

/** What a parser must do with bytes; `null`: whichever it likes, since they are no UTF-8. */
export function isJson(bytes: Uint8Array): boolean | null {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
  // Some readers take the byte order mark, and some do not.
  if (text.startsWith("\ufeff")) return null;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The suite's own verdict must be the platform's, or the comparison would mean something else. */
export function suiteFault({ name, bytes }: SuiteFile): string | null {
  const must = { y: true, n: false }[name.charAt(0)];
  const is = isJson(bytes) ?? false;
  return must === undefined || must === is ? null : `${name}: the platform says ${is}`;
}

/** A place in a document: a file stands there, as it is. */
export interface Place {
  readonly name: string;
  readonly before: string;
  readonly behind: string;
}

/** `"*"` in a document marks the place. */
export function placeIn(name: string, document: object): Place {
  const [before = "", behind = ""] = JSON.stringify(document).split('"*"');
  return { name, before, behind };
}

export function put({ before, behind }: Place, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(behind)]);
}
