/** The path of a channel's messages. */
export function messagePath({ id, channelSecret }: { id: string; channelSecret: string }): string {
  return `/chat/${channelSecret}/${id}`;
}

/** One request whose body has its true `Content-Length`. */
export function request(
  line: string,
  body: string | Uint8Array | null = null,
  headers: readonly string[] = [],
): Buffer {
  const bytes = body === null ? null : Buffer.from(body);
  const length = bytes === null ? [] : [`Content-Length: ${bytes.length}`];
  const head = [`${line} HTTP/1.1`, "Host: shop.test", ...length, ...headers, "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head, "latin1"), bytes ?? Buffer.alloc(0)]);
}
