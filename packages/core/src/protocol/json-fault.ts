const blanks = "\t\n\r ";
const escapes = '"\\/bfnrt';
const hexadecimal = /u(?:[\dA-Fa-f]{4}|[\dA-Fa-f]{0,3}$)/y;
/** As much of a number as may stand at the beginning of one. */
const number = /-?(?:0|[1-9]\d*)?(?:(?<=\d)\.\d*)?(?:(?<=\d)[Ee][+-]?\d*)?/y;
/** In characters; they take a millisecond at most. */
const longest = 8_192;
const words: readonly string[] = ["true", "false", "null"];

/**
 * Says where a text that is no JSON (RFC 8259) stops being any, such as `it ends too early` or `character 17 of line 3
 * does not fit there`, and what is known to help. Characters count from 1, each line's anew. Quotes nothing of the text,
 * which must not nest too deep. `null` of a text so long that looking for it would cost more than a message does.
 */
export function jsonFault(text: string): string | null {
  if (text.length > longest) return null;
  const at = new Scan(text).end();
  if (at === text.length) return text.trim() === "" ? "it is empty" : "it ends too early";
  const lines = text.slice(0, at).split(/\r\n|[\r\n]/);
  // Code points, as editors count.
  const character = [...(lines.at(-1) ?? "")].length + 1;
  const line = lines.length === 1 ? "" : ` of line ${lines.length}`;
  return `character ${character}${line} does not fit there${helpWith(text.charAt(at))}`;
}

/** For what those who put JSON together by hand get wrong most. */
function helpWith(character: string): string {
  if (character < " ")
    return ", as line breaks and other control characters are escaped in a string";
  return character === "'" ? ", as strings and keys stand in double quotes" : "";
}

/** Goes through a text as far as it could still become JSON. */
class Scan {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Index of the first character that fits nowhere; the text's length when what is missing is its end. */
  end(): number {
    if (this.#value()) this.#blank();
    return this.#at;
  }

  /** Whether a whole value stood here, as for all that follow; if not, `#at` is where it broke off. */
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
    for (;;) {
      const character = this.#text.charAt(this.#at);
      if (character === '"') return this.#take('"');
      if (character < " " || (character === "\\" && !this.#isEscape())) return false;
      this.#at += 1;
    }
  }

  /** Whether the backslash here begins an escape, in whole or up to the text's end; `#at` is then its last character. */
  #isEscape(): boolean {
    const next = this.#text.charAt(this.#at + 1);
    const length = escapes.includes(next) ? next.length : this.#length(hexadecimal, this.#at + 1);
    this.#at += length;
    return length > 0 || this.#at === this.#text.length - 1;
  }

  #wordOrNumber(): boolean {
    const first = this.#text.charAt(this.#at);
    const word = words.find(([letter]) => letter === first);
    if (word !== undefined) return [...word].every((letter) => this.#take(letter));
    this.#at += this.#length(number, this.#at);
    return /\d/.test(this.#text.charAt(this.#at - 1));
  }

  #take(character: string): boolean {
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at += 1;
    return true;
  }

  /** Goes on to the next character that is not blank, which it returns; "" for none. */
  #blank(): string {
    let next = this.#text.charAt(this.#at);
    while (next !== "" && blanks.includes(next)) next = this.#text.charAt(++this.#at);
    return next;
  }

  /** How many characters the pattern takes at `index`. */
  #length(pattern: RegExp, index: number): number {
    pattern.lastIndex = index;
    return pattern.exec(this.#text)?.[0].length ?? 0;
  }
}
