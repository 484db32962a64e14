import type { IncomingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";

/** One answer on the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Lower-case names, without `date`. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A client that sends raw bytes and reads raw answers. */
export class RawClient {
  readonly #port: number;
  readonly #host: string;

  /** `url`: where the server listens; its path is not used. */
  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  open(): Socket {
    return connect(this.#port, this.#host).on("error", () => {});
  }

  /** Sends `text` and reads until the server closes or has sent `count` answers. */
  raw(text: string | Uint8Array, count = 1): Promise<readonly WireAnswer[]> {
    const socket = this.open();
    return new Promise((resolve) => {
      const received: Buffer[] = [];
      const answers = () => readAnswers(Buffer.concat(received).toString("utf8"));
      const finish = (): void => {
        socket.destroy();
        resolve(answers());
      };
      socket.on("close", finish);
      socket.on("data", (chunk: Buffer) => {
        received.push(chunk);
        if (answers().length >= count) finish();
      });
      socket.write(text);
    });
  }

  /** Sends `pieces` one after the other. Returns everything that the server sends until it closes. */
  async untilClosed(...pieces: readonly (string | Uint8Array)[]): Promise<string> {
    const socket = this.open();
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => void chunks.push(chunk));
    await new Promise((resolve) => socket.once("close", resolve));
    return Buffer.concat(chunks).toString("utf8");
  }

  /** A valid request. A body gets a Content-Length. */
  async send(
    method: string,
    path: string,
    body: string | Uint8Array = "",
    headers: readonly string[] = [],
  ): Promise<WireAnswer> {
    const bytes = Buffer.from(body);
    const length = bytes.length === 0 ? [] : [`Content-Length: ${bytes.length}`];
    const head = [
      `${method} ${path} HTTP/1.1`,
      "Host: x",
      "Connection: close",
      ...length,
      ...headers,
    ];
    const [answer] = await this.raw(
      Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]),
    );
    if (answer === undefined) throw new Error("the server closed without a whole answer");
    return answer;
  }
}

/** The complete answers in a text, without interim ones. */
export function readAnswers(text: string): readonly WireAnswer[] {
  const [, head, rest] = /^(.*?)\r\n\r\n(.*)$/s.exec(text) ?? [];
  if (head === undefined || rest === undefined) return [];
  const [statusLine = "", ...lines] = head.split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  if (status < 200) return readAnswers(rest);
  const pairs = lines.map((line) => line.split(/:\s*(.*)/s, 2) as [string, string]);
  const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  delete headers["date"];
  const length = Number(headers["content-length"] ?? 0);
  const bytes = Buffer.from(rest);
  if (bytes.length < length) return [];
  const body = bytes.subarray(0, length).toString();
  return [{ status, headers, body }, ...readAnswers(bytes.subarray(length).toString())];
}
