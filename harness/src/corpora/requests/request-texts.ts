/** Bytes as somebody wrote them down, one character a byte. */
export interface RequestText {
  readonly name: string;
  readonly text: string;
}

/** The requests in a page of llhttp's tests; those that are made by code are left out. */
export function readLlhttpPage(page: string, text: string): readonly RequestText[] {
  const blocks = [...text.matchAll(/^```http\n([^]*?)\n```$/gm)];
  return blocks.flatMap(({ 1: block = "", index }) => {
    const line = text.slice(0, index).split("\n").length;
    const made = block.replaceAll(/\$\{['"]([^'"]*)['"]\.repeat\((\d+)\)\}/g, (_, part, times) =>
      String(part).repeat(Number(times)),
    );
    return made.includes("${") ? [] : [{ name: `${page}:${line}`, text: written(made) }];
  });
}

/** As llhttp's own tests read it: line ends are CRLF unless they are escaped. */
function written(block: string): string {
  return unescaped(block.replaceAll(/\\\n/g, "").replaceAll("\n", "\r\n")).replaceAll(
    /\\([0-7]{1,3})/g,
    (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

/** The payloads of http-garden's page of bugs. */
export function readTrophies(text: string): readonly RequestText[] {
  return text.split("\n").flatMap((line, index) => {
    const [, payload] = /^ *- Payload: `(.*)`$/.exec(line) ?? [];
    const name = `TROPHIES.md:${index + 1}`;
    // Two stretches in one line go out one behind the other.
    return payload === undefined ? [] : [{ name, text: unescaped(payload.replaceAll("` `", "")) }];
  });
}

/** The requests that a program of http-garden's sends, each in a literal of bytes. */
export function readProbes(page: string, program: string): readonly RequestText[] {
  return program.split("\n").flatMap((line, index) =>
    [...line.matchAll(/b"((?:[^"\\]|\\.)*HTTP\/1(?:[^"\\]|\\.)*)"/g)].map(({ 1: text = "" }) => ({
      name: `${page}:${index + 1}`,
      text: unescaped(text),
    })),
  );
}

function unescaped(text: string): string {
  const letters: Record<string, string> = { r: "\r", n: "\n", t: "\t", f: "\f" };
  return text.replaceAll(
    /\\(?:x([0-9a-fA-F]{2})|([rntf"\\]))/g,
    (_, hex?: string, letter?: string) =>
      hex === undefined
        ? (letters[letter ?? ""] ?? letter ?? "")
        : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The same requests to other targets: of each first line the second word. */
export function redirected(text: string, targetOf: (method: string) => string): string {
  return text.replaceAll(
    /(^|[\r\n])([A-Z]+) [^ \r\n]* (?=HTTP\/1)/g,
    (_, start: string, method: string) => `${start}${method} ${targetOf(method)} `,
  );
}
