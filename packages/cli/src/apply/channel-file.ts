import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from "yaml";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import { type DesiredChannel, readDesiredChannel } from "./desired-channel.ts";

/** Messages that replace the library's own, which address programmers. */
const ownWords: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "a second document begins here: put all channels into one list",
  RESOURCE_EXHAUSTION: "lists and maps are nested too deep",
};

/** Collects the errors of a file with their positions. */
class Faults {
  readonly #name: string;
  readonly #lines: LineCounter;
  readonly #said: string[] = [];

  constructor(name: string, lines: LineCounter) {
    this.#name = name;
    this.#lines = lines;
  }

  /** @param offset in characters from the start of the file */
  add(offset: number, why: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.#said.push(`${this.#name}:${line}:${col}: ${why}`);
  }

  /** @throws CommandError `usage` with all of them */
  end(): void {
    const [first, ...others] = this.#said;
    if (first === undefined) return;
    throw new CommandError(exitCodes.usage, first, ...others, "Nothing was changed.");
  }
}

/**
 * Reads `channels: [{id, chatApiUrl, signed?, …knobs}]` from YAML 1.2 or JSON. Anchors and merge keys are allowed.
 * @throws CommandError `usage` with line and column of every error
 */
export function readChannelFile(path: string, text: string): readonly DesiredChannel[] {
  const lines = new LineCounter();
  const faults = new Faults(path === "-" ? "stdin" : path, lines);
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const tooDeep = document.errors.find(({ code }) => code === "RESOURCE_EXHAUSTION");
  // The parser stopped there, so its other errors are only consequences.
  const wrong = tooDeep === undefined ? [...document.errors, ...document.warnings] : [tooDeep];
  for (const { pos, code, message } of wrong) faults.add(pos[0], ownWords[code] ?? message);
  faults.end();
  const resolve = (node: Node): unknown => {
    try {
      return node.toJS(document);
    } catch {
      faults.add(startOf(node, null), "its aliases cannot be resolved");
      return null;
    }
  };
  const ids = new Set<string>();
  const channels = entriesOf(document.contents, faults).flatMap((node) => {
    const read = channelOf(node, resolve(node), faults);
    for (const { id } of read) {
      if (ids.has(id)) faults.add(placeOf(node, "id"), `id: ${id} is already in the file`);
      ids.add(id);
    }
    return read;
  });
  faults.end();
  return channels;
}

/** The entries under `channels`. */
function entriesOf(root: Node | null, faults: Faults): readonly Node[] {
  if (!isMap(root)) {
    faults.add(root?.range?.[0] ?? 0, "expected channels: and a list below it");
    return [];
  }
  for (const { key } of root.items) {
    const name = isScalar(key) ? key.value : null;
    if (name !== "channels") faults.add(startOf(key, root), "expected nothing here but channels");
  }
  const list = root.get("channels", true) as unknown;
  if (isSeq(list)) return list.items as readonly Node[];
  faults.add(startOf(list, root), "channels must be a list");
  return [];
}

function channelOf(node: Node, entry: unknown, faults: Faults): readonly DesiredChannel[] {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    faults.add(startOf(node, null), "expected a channel with id and chatApiUrl");
    return [];
  }
  const reading = readDesiredChannel(entry as Readonly<Record<string, unknown>>);
  for (const { key, why } of reading.faults) {
    const name = key === null ? "" : `${key}: `;
    faults.add(placeOf(node, key), `${name}${why}`);
  }
  return reading.channel === null ? [] : [reading.channel];
}

/** Position of a channel's key. A merged key has the position of its channel. */
function placeOf(node: Node, key: string | null): number {
  const pairs = isMap(node) ? (node as YAMLMap).items : [];
  const pair = pairs.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);
  return startOf(pair?.key ?? node, node);
}

function startOf(node: unknown, other: Node | null): number {
  return (node as Node | null | undefined)?.range?.[0] ?? other?.range?.[0] ?? 0;
}
