import { readAccepted, readStatus, type Warning } from "./answer.ts";
import { ParleyClientError } from "./client-error.ts";
import { exchange, type ExchangeAnswer } from "./exchange.ts";
import { invalidArgument } from "./invalid-argument.ts";
import type { Message, TypingType } from "./message.ts";
import { checkedMessageId } from "./message-id.ts";
import { objectJson } from "./object-json.ts";
import { retryPause, retryWindowMs } from "./retry-pause.ts";
import { realEnvironment, type Environment } from "./environment.ts";
import { rejectOnAbort } from "./reject-on-abort.ts";
import { TypingThrottle } from "./typing-throttle.ts";
import { senderJson, type Visitor, type VisitorId, visitorIdJson } from "./visitor.ts";
import { VisitorLanes } from "./visitor-lanes.ts";

/** The gateway's URL, and the limits of a call. */
export interface ClientOptions {
  /** `{base_url}/<random_string>/<channel_public_id>`. Keep it secret, like a password. */
  readonly ingressUrl: string;
  /** Default: the platform's `fetch`. */
  readonly fetch?: typeof fetch;
  /** Time limit of one try. Default 5000, at most 55 000. */
  readonly timeoutMs?: number;
  /** Tries after the first, when the gateway cannot be reached or asks to wait. Default 4. */
  readonly retries?: number;
}

/** A visitor's message to send (§4.2). */
export interface SendRequest {
  readonly sender: Visitor;
  readonly message: Message;
  /** Ends the wait. The gateway may still have accepted the message. */
  readonly signal?: AbortSignal;
}

/** An accepted message. It is stored, and will reach the agents. */
export interface Sent {
  /** The `message.id` of every try; generated when the message had none. */
  readonly id: string;
  /** Fields that were cut or dropped. */
  readonly warnings: readonly Warning[];
}

/** One channel of a gateway, as an integrating system uses it. */
export interface ParleyClient {
  /**
   * `1` when agents are online (§4.1). Makes one try.
   * @throws ParleyClientError
   */
  status(options?: { readonly signal?: AbortSignal }): Promise<0 | 1>;
  /**
   * Sends a visitor's message (§4.2). Retries use the same `message.id`, so that the message is delivered once.
   * Messages of one visitor are sent in call order.
   * @throws ParleyClientError, or the signal's reason when it aborts
   */
  send(request: SendRequest): Promise<Sent>;
  /**
   * Tells the agent that the visitor types or has stopped (§4.4). Call it at every key press: it sends at most one
   * `typein` every 3 s, and one `typeout`. Best effort: `false` when nothing was sent or the request failed.
   * @throws ParleyClientError only `invalid-argument`
   */
  typing(visitor: VisitorId, type: TypingType): Promise<boolean>;
}

/** @throws ParleyClientError `invalid-argument` */
export function createClient(options: ClientOptions): ParleyClient {
  return clientIn(realEnvironment, options);
}

/** `createClient` with the clock of a test. */
export function clientIn(environment: Environment, options: ClientOptions): ParleyClient {
  const { timeoutMs = 5_000, fetch: given } = options;
  const retries = checkedRetries(options.retries ?? 4);
  const ask = asker(options.ingressUrl, given, checkedTimeout(timeoutMs));
  const lanes = new VisitorLanes();
  const throttle = new TypingThrottle();
  const post = async (body: string, signal?: AbortSignal): Promise<readonly Warning[]> =>
    readAccepted(await ask("", body, signal));

  const persist = async (body: string, signal: AbortSignal | undefined) => {
    const startedAt = environment.now();
    for (let tries = 1; ; tries += 1) {
      try {
        return await post(body, signal);
      } catch (error) {
        if (!ParleyClientError.is(error) || !error.retryable) throw error;
        const elapsedMs = environment.now() - startedAt;
        const { retryAfterSeconds } = error;
        const fraction = environment.fraction();
        const state = { tries, retries, elapsedMs, timeoutMs, retryAfterSeconds, fraction };
        const pauseMs = retryPause(state);
        if (pauseMs === null) throw error;
        await environment.pause(pauseMs, signal);
      }
    }
  };

  return {
    status: async ({ signal } = {}) => readStatus(await ask("/status", null, signal)),
    send: async ({ sender, message, signal }) => {
      const { id: given, ...fields } = message;
      const id = checkedMessageId(given);
      const messageJson = identified(objectJson(fields, "message"), id);
      const body = `{"sender":${senderJson(sender)},"message":${messageJson}}`;
      const visitor = String(sender.id);
      throttle.ended(visitor);
      const warnings = lanes.run(visitor, () => persist(body, signal));
      return { id, warnings: await rejectOnAbort(warnings, signal) };
    },
    typing: async (visitor, type) => {
      const messageJson = objectJson({ type: checkedType(type) }, "message");
      const body = `{"sender":{"id":${visitorIdJson(visitor)}},"message":${messageJson}}`;
      if (!throttle.admits(String(visitor), type, environment.now())) return false;
      return post(body).then(
        () => true,
        () => false,
      );
    },
  };
}

/** The JSON text of a message with its id as the last field, so that it overrides any other `id`. */
function identified(messageJson: string, id: string): string {
  const fields = messageJson.slice(0, -1);
  return `${fields}${fields === "{" ? "" : ","}"id":${JSON.stringify(id)}}`;
}

type Ask = (suffix: string, body: string | null, signal?: AbortSignal) => Promise<ExchangeAnswer>;

function asker(ingressUrl: string, given: typeof fetch | undefined, timeoutMs: number): Ask {
  const url = httpUrl(ingressUrl);
  const base = `${url.origin}${url.pathname.replace(/\/$/, "")}`;
  return (suffix, body, signal) =>
    exchange({ fetch: given ?? fetch, url: base + suffix + url.search, body, timeoutMs, signal });
}

function httpUrl(text: string): URL {
  // `URL.parse` is missing in browsers of 2023.
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw invalidArgument("ingressUrl: An http(s) URL is expected, the ingress URL of the channel.");
}

function checkedTimeout(timeoutMs: number): number {
  if (typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs <= retryWindowMs)
    return timeoutMs;
  throw invalidArgument(`timeoutMs: A number above 0 and at most ${retryWindowMs} is expected.`);
}

function checkedRetries(retries: number): number {
  if (typeof retries === "number" && retries >= 0) return retries;
  throw invalidArgument("retries: A number of at least 0 is expected.");
}

function checkedType(type: TypingType): TypingType {
  if (type === "typein" || type === "typeout") return type;
  throw invalidArgument('message.type: "typein" or "typeout" is expected.', "message.type");
}
