import {
  type ChannelKnobs,
  readAcknowledgement,
  targetUrl,
  type Transport,
  type TransportResult,
} from "@parley/core";
import type { Draft } from "./drafts.ts";
import type { Ending, Exchange, HeaderField, ReceivedAnswer } from "./exchange.ts";
import { sendSlowly } from "./slow-request.ts";
import type { SignatureHeaders, Signer } from "./signer.ts";
import type { Transports } from "./transports.ts";
import type { WireRecord, WireRecorder } from "./wire-recorder.ts";

/** The settings of a channel that affect requests and how answers are read. */
export interface ReceiverClientSettings {
  /** `chat_api_url`. */
  readonly chatApiUrl: string;
  readonly channelId: string;
  readonly knobs: ChannelKnobs;
}

interface LineParts {
  readonly transports: Transports;
  readonly tap: WireRecorder;
  /** `null`: requests are not signed. */
  readonly signer: Signer | null;
  /** Time limit from connecting to the last byte of the answer. */
  readonly deadlineMs: number;
  /** Aborts everything. */
  readonly signal: AbortSignal;
}

/** Deviations of one request from the others. */
export interface PostOptions {
  /** Replaces the correct headers; `{}`: unsigned. */
  readonly headers?: SignatureHeaders;
}

/** Sends requests to one receiver, with the settings of one channel. */
export class ReceiverClient {
  readonly settings: ReceiverClientSettings;
  readonly #parts: LineParts;

  constructor(parts: LineParts, settings: ReceiverClientSettings) {
    this.#parts = parts;
    this.settings = settings;
  }

  /** Target URL, with the channel's id. */
  get url(): string {
    return targetUrl(this.settings.chatApiUrl, this.settings.channelId);
  }

  get signer(): Signer | null {
    return this.#parts.signer;
  }

  get deadlineMs(): number {
    return this.#parts.deadlineMs;
  }

  /** A copy with other settings. */
  with(
    settings: Partial<Pick<ReceiverClientSettings, "chatApiUrl">>,
    knobs: Partial<ChannelKnobs> = {},
  ): ReceiverClient {
    const merged = { ...this.settings, ...settings, knobs: { ...this.settings.knobs, ...knobs } };
    return new ReceiverClient(this.#parts, merged);
  }

  /** Sends one request over a new connection. */
  post(draft: Draft, options: PostOptions = {}): Promise<Exchange> {
    return this.#parts.transports.use((transport) => this.#postOver(transport, draft, options));
  }

  /** Sends requests one after another, over a kept connection when possible, as the gateway does. */
  converse(drafts: readonly Draft[]): Promise<Exchange[]> {
    return this.#parts.transports.use(async (transport) => {
      const exchanges: Exchange[] = [];
      for (const draft of drafts) exchanges.push(await this.#postOver(transport, draft, {}));
      return exchanges;
    });
  }

  /** Sends requests in parallel, each over a new connection. */
  postAll(drafts: readonly Draft[]): Promise<Exchange[]> {
    return this.#parts.transports.use((transport) =>
      Promise.all(drafts.map((draft) => this.#postOver(transport, draft, {}))),
    );
  }

  /** Sends the body in pieces. The address guard must have accepted the address before. */
  async sendSlowly(draft: Draft, address: string, pieces: number): Promise<Exchange> {
    const headers = {
      "content-type": "application/json",
      "user-agent": "parley",
      ...this.#signed(draft),
    };
    const { transfer } = this.settings.knobs;
    const { url } = this;
    const startedAt = performance.now();
    const { signal } = this;
    const slow = await sendSlowly({
      url,
      address,
      headers,
      body: draft.body,
      pieces,
      transfer,
      signal,
    });
    const { requestHeaders, answer, failure } = slow;
    const ending: Ending =
      answer === null ? { kind: "failure", failure } : this.read(answer, this.settings.knobs);
    const durationMs = performance.now() - startedAt;
    const requestBody = draft.body;
    return { url, requestHeaders, requestBody, answer, ending, durationMs, reused: false, address };
  }

  /** How the gateway reads an answer with given knobs. */
  read({ status, body, truncated }: ReceivedAnswer, knobs: ChannelKnobs): Ending {
    return readAcknowledgement(status, body, truncated, knobs);
  }

  /** One deadline for a whole request. */
  get signal(): AbortSignal {
    const { signal, deadlineMs } = this.#parts;
    return AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  }

  async #postOver(transport: Transport, draft: Draft, options: PostOptions): Promise<Exchange> {
    const { url, signal } = this;
    const { transfer } = this.settings.knobs;
    const headers = options.headers ?? this.#signed(draft);
    const request = { url, body: draft.body, transfer, headers, signal, permit: () => true };
    const startedAt = performance.now();
    const { value, tape } = await this.#parts.tap.record(() => transport.post(request));
    const durationMs = performance.now() - startedAt;
    return { url, requestBody: draft.body, durationMs, ...this.#heard(value, tape, draft.body) };
  }

  #heard(result: TransportResult, tape: WireRecord, body: string) {
    const { reused, address } = tape;
    const requestHeaders = withFraming(tape.requestHeaders, this.settings.knobs.transfer, body);
    if (result.kind === "failure")
      return { requestHeaders, answer: null, ending: result, reused, address };
    const answer: ReceivedAnswer = { ...result, headers: tape.answerHeaders };
    const ending = this.read(answer, this.settings.knobs);
    return { requestHeaders, answer, ending, reused, address };
  }

  #signed({ id, body }: Draft): SignatureHeaders {
    return this.signer?.headers(id, body, Math.floor(Date.now() / 1_000)) ?? {};
  }
}

/** undici adds framing headers after it has reported the others. */
function withFraming(
  headers: readonly HeaderField[],
  transfer: ChannelKnobs["transfer"],
  body: string,
): readonly HeaderField[] {
  if (headers.length === 0) return headers;
  const chunked: HeaderField = ["transfer-encoding", "chunked"];
  const counted: HeaderField = ["content-length", String(Buffer.byteLength(body))];
  return [...headers, transfer === "chunked" ? chunked : counted];
}
