/** One answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** The whole answers in a stretch of bytes, and what is left: nothing, or bytes that are no answer. */
export interface WireAnswers {
  readonly answers: readonly WireAnswer[];
  readonly rest: Buffer;
}

const statusLine = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\x20-\x7e]*)$/;

/** Reads strictly: what a lenient reader would forgive is left over as `rest`. `bodiless`: answers to HEAD. */
export function readAnswers(bytes: Buffer, bodiless = false): WireAnswers {
  const answers: WireAnswer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    const head = end === -1 ? null : readHead(rest.toString("latin1", 0, end));
    if (head === null) return { answers, rest };
    const from = end + 4;
    const length = bodiless || head.status < 200 ? 0 : bodyLength(head.headers);
    if (length === null || rest.length < from + length) return { answers, rest };
    const body = rest.toString("utf8", from, from + length);
    if (head.status >= 200) answers.push({ ...head, body });
    rest = rest.subarray(from + length);
  }
}

function readHead(text: string): Omit<WireAnswer, "body"> | null {
  const [first = "", ...lines] = text.split("\r\n");
  const status = statusLine.exec(first)?.[1];
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined || headers.has(name.toLowerCase())) return null;
    headers.set(name.toLowerCase(), value);
  }
  return status === undefined ? null : { status: Number(status), headers };
}

function bodyLength(headers: ReadonlyMap<string, string>): number | null {
  const length = headers.get("content-length") ?? "";
  return /^\d+$/.test(length) && !headers.has("transfer-encoding") ? Number(length) : null;
}
