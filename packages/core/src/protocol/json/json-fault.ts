const blanks = "\t\n\r ";
const escapes = '"\\/bfnrt';
const hexadecimal = "0123456789ABCDEFabcdef";
const digitsOfEscape = 4;
/** Matches the longest prefix of a number. */
const number = /-?(?:0|[1-9]\d*)?(?:(?<=\d)\.\d*)?(?:(?<=\d)[Ee][+-]?\d*)?/y;
/** In UTF-16 code units. Scanning this much takes about a millisecond. */
const longest = 8_192;
const words: readonly string[] = ["true", "false", "null"];

/**
 * Says where a text stops being JSON (RFC 8259), with a hint when one is known. Examples: `it ends too early`,
 * `character 17 of line 3 is unexpected`. Characters are code points, counted from 1 in each line.
 * Quotes nothing of the text, which must not nest too deep. `null` for a text so long that scanning it would cost
 * more than handling a message.
 */
export function jsonFault(text: string): string | null {
  if (text.length > longest) return null;
  const scan = new Scan(text);
  const at = scan.end();
  if (at === text.length) return text.trim() === "" ? "it is empty" : "it ends too early";
  const lines = text.slice(0, at).split(/\r\n|[\r\n]/);
  const character = [...(lines.at(-1) ?? "")].length + 1;
  const line = lines.length === 1 ? "" : ` of line ${lines.length}`;
  const help = scan.isInString ? helpInString(text.charAt(at)) : helpOutside(text, at);
  return `character ${character}${line} is unexpected${help}`;
}

/** Hints for the most common mistakes in hand-written JSON. */
function helpInString(character: string): string {
  return character < " "
    ? ": a string is not closed, or a control character in it is not escaped (a line break: backslash and n)"
    : ": a backslash in a string must be doubled, unless it begins an escape";
}

function helpOutside(text: string, at: number): string {
  const before = text.slice(0, at).trimEnd().at(-1) ?? "";
  if (text.charAt(at) === "'" && /[{[:,]/.test(before))
    return ": strings and keys must be in double quotes";
  return before === '"' && /^[\p{L}\p{N}"]/u.test(text.slice(at))
    ? ": a comma or colon is missing, or a double quote before it is not escaped"
    : "";
}

/** Scans a text up to the first character that JSON does not allow. */
class Scan {
  readonly #text: string;
  #at = 0;
  #isInString = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Index of the first invalid character; the text's length when the text only ends too early. */
  end(): number {
    if (this.#value()) this.#blank();
    return this.#at;
  }

  /** Whether the scan stopped inside a string. */
  get isInString(): boolean {
    return this.#isInString;
  }

  /** Whether a whole value was read, as for all methods below. If not, `#at` is where the scan stopped. */
  #value(): boolean {
    switch (this.#blank()) {
      case "{":
        return this.#list("}", () => this.#member());
      case "[":
        return this.#list("]", () => this.#value());
      case '"':
        return this.#string();
      default:
        return this.#wordOrNumber();
    }
  }

  #list(close: string, item: () => boolean): boolean {
    this.#at += 1;
    if (this.#blank() === close) return this.#take(close);
    do if (!item()) return false;
    while (this.#blank() === "," && this.#take(","));
    return this.#take(close);
  }

  #member(): boolean {
    if (this.#blank() !== '"' || !this.#string()) return false;
    return this.#blank() === ":" && this.#take(":") && this.#value();
  }

  #string(): boolean {
    this.#at += 1;
    this.#isInString = true;
    while (this.#text.charAt(this.#at) !== '"') if (!this.#letter()) return false;
    this.#isInString = false;
    return this.#take('"');
  }

  #letter(): boolean {
    if (this.#take("\\")) return this.#take("u") ? this.#digits() : this.#takeOf(escapes);
    // At the end of the text `charAt` gives "", which is less than " ".
    if (this.#text.charAt(this.#at) < " ") return false;
    this.#at += 1;
    return true;
  }

  #digits(): boolean {
    let missing = digitsOfEscape;
    while (missing > 0 && this.#takeOf(hexadecimal)) missing -= 1;
    return missing === 0;
  }

  #wordOrNumber(): boolean {
    const first = this.#text.charAt(this.#at);
    const word = words.find(([letter]) => letter === first);
    if (word !== undefined) return [...word].every((letter) => this.#take(letter));
    number.lastIndex = this.#at;
    this.#at += number.exec(this.#text)?.[0].length ?? 0;
    return /\d/.test(this.#text.charAt(this.#at - 1));
  }

  #take(character: string): boolean {
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }

  #takeOf(characters: string): boolean {
    const next = this.#text.charAt(this.#at);
    return next !== "" && characters.includes(next) && this.#take(next);
  }

  /** Skips white space; returns the next character, or "" at the end. */
  #blank(): string {
    let next = this.#text.charAt(this.#at);
    while (next !== "" && blanks.includes(next)) next = this.#text.charAt(++this.#at);
    return next;
  }
}
