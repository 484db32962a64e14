/** One request on the wire. */
export interface ReadRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Lower-case names. Values of a repeated name are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body, with chunks joined. */
  readonly body: Buffer;
}

/** Parses a request that `RawServer` recorded. */
export function readRequest(text: string): ReadRequest {
  const [head = "", rest = ""] = text.split(/\r\n\r\n(.*)/s);
  const [first = "", ...lines] = head.split("\r\n");
  const [method = "", target = ""] = first.split(" ");
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known},${value}`);
  }
  const chunked = headers.get("transfer-encoding") === "chunked";
  return {
    method,
    target,
    headers,
    body: Buffer.from(chunked ? joinChunks(rest) : rest, "latin1"),
  };
}

function joinChunks(text: string): string {
  const [, size = "", rest = ""] = /^([0-9a-f]+)[^\r]*\r\n(.*)$/is.exec(text) ?? [];
  const length = Number.parseInt(size, 16);
  return length > 0 ? rest.slice(0, length) + joinChunks(rest.slice(length + 2)) : "";
}
