import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { email, password } from "./console-host.ts";

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A client of the console's API like curl: one cookie jar, no `Origin`. */
export class ConsoleClient {
  readonly #base: string;
  cookie = "";

  constructor(url: string) {
    this.#base = `${url}/console/api`;
  }

  async ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(this.#base + path, {
      method,
      headers: { ...headers, ...(this.cookie !== "" && { cookie: this.cookie }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const set = response.headers.getSetCookie();
    if (set.length > 0) this.cookie = set.map((each) => each.split(";", 1)[0]).join("; ");
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? null : JSON.parse(text)) as Body,
    };
  }

  /** As `ask`, with one header line per value of a list. Returns status and body as text. */
  async askOverLines(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string | string[]>,
  ): Promise<readonly [status: number | undefined, text: string]> {
    const asked = request(this.#base + path, {
      method,
      headers: { ...headers, cookie: this.cookie },
    });
    asked.end(JSON.stringify(body));
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return [response.statusCode, Buffer.concat(await response.toArray()).toString()];
  }

  signIn(credentials: unknown = { email, password }): Promise<Answer> {
    return this.ask("POST", "/auth/sign-in/email", credentials);
  }

  /** Opens the event stream; see `EventReader`. */
  async events(lastId?: string): Promise<EventReader> {
    const response = await fetch(`${this.#base}/events`, {
      headers: { cookie: this.cookie, ...(lastId !== undefined && { "last-event-id": lastId }) },
    });
    if (response.body === null || !response.ok) throw new Error(`no stream: ${response.status}`);
    return new EventReader(response.body);
  }
}

export interface ReadEvent {
  readonly type: string;
  readonly id: string;
  readonly data: Record<string, unknown>;
}

/** They come whenever the server finds the time. */
const asides: ReadonlySet<string> = new Set(["beat", "lists"]);

/** Reads server-sent events. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #buffer = "";

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The next event of this type, or any except `beat` and `lists`. Skips others. `null` when the stream has ended. */
  async next(type?: string): Promise<ReadEvent | null> {
    for (;;) {
      const end = this.#buffer.indexOf("\n\n");
      if (end < 0) {
        const { done, value } = await this.#reader.read();
        if (done) return null;
        this.#buffer += this.#decoder.decode(value, { stream: true });
        continue;
      }
      const event = parse(this.#buffer.slice(0, end));
      this.#buffer = this.#buffer.slice(end + 2);
      if (event === null) continue;
      const isWanted = type === undefined ? !asides.has(event.type) : event.type === type;
      if (isWanted) return event;
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}

function parse(block: string): ReadEvent | null {
  const fields = new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    }),
  );
  const data = fields.get("data");
  if (data === undefined) return null;
  return {
    type: fields.get("event") ?? "message",
    id: fields.get("id") ?? "",
    data: JSON.parse(data) as Record<string, unknown>,
  };
}
