import { CommandError } from "../command-error.ts";
import type { Connection } from "./connection.ts";
import { exitCodes } from "../exit-code.ts";
import { connectionFault } from "./connection-fault.ts";
import { SilenceLimit } from "./silence-limit.ts";

/** Options of one request, besides its path. */
export interface RequestSettings {
  /** `undefined` values are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /**
   * Time limit for the answer in milliseconds. For a stream: limit between two chunks. Default: 10 s, for a stream 15
   * s.
   */
  readonly deadlineMs?: number;
}

/** A successful answer of the admin API. */
export interface AdminAnswer<Body> {
  readonly status: number;
  /** The body exactly as received. */
  readonly text: string;
  readonly body: Body;
}

const defaultDeadlineMs = 10_000;
/** A gateway sends an empty line every 5 s while it has no data. */
const defaultSilenceMs = 15_000;
/** A gateway's code for an unknown path. It answers every path so when the address is not the admin API's. */
const noSuchAddress = 40401;

/** Client for one gateway's admin API. It never prints or stores an answer. */
export class AdminClient {
  readonly #connection: Connection;
  readonly #signal: AbortSignal;
  readonly #onAnswer: (address: string) => void;

  /** @param onAnswer receives the gateway's address before its answer is parsed */
  constructor(
    connection: Connection,
    signal: AbortSignal,
    onAnswer: (address: string) => void = () => undefined,
  ) {
    this.#connection = connection;
    this.#signal = signal;
    this.#onAnswer = onAnswer;
  }

  /** @throws CommandError `unreachable`, `refused` */
  async ask<Body>(
    method: string,
    path: string,
    settings: RequestSettings = {},
  ): Promise<AdminAnswer<Body>> {
    const deadline = AbortSignal.timeout(settings.deadlineMs ?? defaultDeadlineMs);
    const response = await this.#send(method, path, settings, deadline);
    const text = await this.#reading(response.text());
    const body = text === "" && response.status === 204 ? null : readBody(text);
    if (!response.ok) throw this.#refusal(response, body);
    if (body === undefined) throw this.#stranger(response);
    this.#onAnswer(this.#address);
    return { status: response.status, text, body: body as Body };
  }

  /**
   * Streams the body without a total time limit. @throws CommandError `unreachable`, `refused`, also while streaming
   */
  async stream(path: string, settings: RequestSettings = {}): Promise<AsyncIterable<Uint8Array>> {
    const limit = new SilenceLimit(settings.deadlineMs ?? defaultSilenceMs);
    try {
      const response = await this.#send("GET", path, settings, limit.signal);
      if (!response.ok) throw this.#refusal(response, readBody(await response.text()));
      return this.#watched(response.body ?? new Blob([]).stream(), limit);
    } catch (error) {
      limit.end();
      throw limit.signal.aborted ? this.#silent() : error;
    }
  }

  async *#watched(
    body: AsyncIterable<Uint8Array>,
    limit: SilenceLimit,
  ): AsyncGenerator<Uint8Array, void> {
    try {
      yield* limit.watch(body);
    } catch (error) {
      throw limit.signal.aborted ? this.#silent() : error;
    }
  }

  async #send(
    method: string,
    path: string,
    { query = {}, body }: RequestSettings,
    deadline: AbortSignal,
  ): Promise<Response> {
    const { baseUrl, token } = this.#connection;
    const url = new URL(`${baseUrl}${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const request = fetch(url, {
      method,
      redirect: "manual",
      headers: {
        accept: "application/json",
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([this.#signal, deadline]),
    });
    return this.#reading(request);
  }

  async #reading<Value>(promise: Promise<Value>): Promise<Value> {
    try {
      return await promise;
    } catch (error) {
      this.#signal.throwIfAborted();
      throw connectionFault(this.#address, error);
    }
  }

  get #address(): string {
    return this.#connection.baseUrl.replace(/\/admin\/v1$/, "");
  }

  #refusal(response: Response, body: unknown): CommandError {
    if (response.status === 401) return this.#unauthorized();
    const { code, message } = errorOf(body) ?? {};
    if (typeof message !== "string") return this.#stranger(response);
    return code === noSuchAddress
      ? this.#elsewhere()
      : new CommandError(exitCodes.refused, message);
  }

  #silent(): CommandError {
    return new CommandError(
      exitCodes.unreachable,
      `The gateway at ${this.#address} stopped responding: no data arrived in time, but the connection is still open.`,
      "Check the network to it, and run the command again.",
    );
  }

  #unauthorized(): CommandError {
    const { token, tokenSource } = this.#connection;
    return new CommandError(
      exitCodes.refused,
      token === null
        ? `The gateway at ${this.#address} requires an admin token, and none was found.`
        : `The gateway at ${this.#address} rejects the admin token from ${tokenSource}.`,
      `A token is looked for in --token, then PARLEY_ADMIN_TOKEN, then the file admin-token of the gateway's data directory (--data, PARLEY_DATA; here ${token === null ? tokenSource : "not read"}).`,
    );
  }

  #elsewhere(): CommandError {
    return new CommandError(
      exitCodes.unreachable,
      `No admin API at ${this.#address}: does it listen on its own address (PARLEY_ADMIN_PORT)?`,
      "Set --url or PARLEY_URL to that address.",
    );
  }

  #stranger({ status, headers }: Response): CommandError {
    const type = headers.get("content-type")?.split(";", 1)[0] ?? "no content type";
    return new CommandError(
      exitCodes.unreachable,
      `The server at ${this.#address} is not a Parley admin API (HTTP ${status}, ${type}).`,
      "The admin API may listen on its own address: give that in --url or PARLEY_URL.",
    );
  }
}

/** `undefined` when it is not a JSON object. All answers of the admin API are objects. */
function readBody(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
}

function errorOf(body: unknown): Failure | null | undefined {
  return (body as { readonly error?: Failure | null } | null | undefined)?.error;
}
