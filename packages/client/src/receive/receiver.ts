import { checkedLimit } from "../invalid-argument.ts";
import type { AgentMessage, AgentTyping, UnknownAgentMessage } from "./agent-event.ts";
import { type Delivery, type DeliveryAnswer, failed, receiverCodes, taken } from "./delivery.ts";
import { deliveryOf, responseOf } from "./fetch-delivery.ts";
import { MessageHandler } from "./message-handler.ts";
import { readBytes } from "./read-bytes.ts";
import { readEvent } from "./read-event.ts";
import { RejectMessage } from "./reject-message.ts";
import { type RememberedIds, rememberInMemory } from "./remembered-ids.ts";
import { type SignatureCheck, signatureCheck } from "./signature.ts";
import { type StartTimer, startRealTimer, TypingEnds } from "./typing-ends.ts";

/** Callbacks and limits of a receiver. */
export interface ReceiverOptions {
  /**
   * Handles a message, for example stores or shows it. Must return within 3 s. It is called until it has returned
   * once; the receiver then remembers the message's id.
   * When it throws, the message is redelivered, except after `RejectMessage`.
   */
  readonly onMessage: (event: AgentMessage) => void | Promise<void>;
  /**
   * Like `onMessage`, for message types that this version of the client does not know (§9). Default: rejects them,
   * and the agent reads that your system does not know the type.
   */
  readonly onUnknownType?: (event: UnknownAgentMessage) => void | Promise<void>;
  /** An agent types or has stopped. A message ends typing by itself. Default: does nothing. */
  readonly onTyping?: (event: AgentTyping) => void | Promise<void>;
  /**
   * Seconds after the last `typein` at which the receiver itself calls `onTyping` with `typeout`: after a crash no
   * other party does. Agents' pages repeat `typein` every 5 s. Default 15.
   * `null`: never; use it when several processes each receive a part of the requests.
   */
  readonly typingEndsSeconds?: number | null;
  /** Gets the error that a callback threw. Its own errors are dropped. Default: does nothing. */
  readonly onError?: (error: unknown) => void;
  /** Default: `rememberInMemory()`. */
  readonly remember?: RememberedIds;
  /**
   * `whsec_…`, or several while keys are rotated. A request without a valid signature of one of them is refused.
   * Left out: nothing is verified. Present but `undefined`, such as an unset environment variable: an error.
   */
  readonly secrets?: string | readonly string[];
  /** Maximum difference between a signature's time and the local clock. Default 300. */
  readonly toleranceSeconds?: number;
  /** Maximum size of a body; larger bodies are refused. Default 262 144. */
  readonly limitBytes?: number;
}

/**
 * Your endpoint `{chat_api_url}` as a function of the fetch API. `@parley/client/node` adapts it to other servers.
 */
export interface Receiver {
  (request: Request): Promise<Response>;
  /** The same, for other servers. Rejects only when the body breaks off. */
  readonly receive: (delivery: Delivery) => Promise<DeliveryAnswer>;
}

interface Parts {
  readonly messages: MessageHandler;
  readonly onMessage: (event: AgentMessage) => void | Promise<void>;
  readonly onUnknownType: (event: UnknownAgentMessage) => void | Promise<void>;
  readonly onTyping: (event: AgentTyping) => void | Promise<void>;
  readonly typingEnds: TypingEnds;
  readonly onError: (error: unknown) => void;
  readonly check: SignatureCheck | null;
  readonly limitBytes: number;
}

/**
 * Receives agent messages (§4.3). It answers in the contract's two shapes, calls back once per message in spite of
 * redeliveries, and refuses unsigned requests.
 * @throws ParleyClientError `invalid-argument`
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  return receiverIn(() => Date.now() / 1_000, options);
}

/** `createReceiver` with the clock of a test; `now`: seconds since the epoch. */
export function receiverIn(
  now: () => number,
  options: ReceiverOptions,
  after: StartTimer = startRealTimer,
): Receiver {
  const { onMessage, onUnknownType = rejectUnknown, onTyping = () => {} } = options;
  const onError = quietly(options.onError);
  const { remember = rememberInMemory(), secrets } = options;
  const { toleranceSeconds = 300, limitBytes = 262_144 } = options;
  const { typingEndsSeconds = 15 } = options;
  const tolerance = checkedLimit("toleranceSeconds", toleranceSeconds);
  const endsMs =
    typingEndsSeconds === null
      ? null
      : checkedLimit("typingEndsSeconds", typingEndsSeconds) * 1_000;
  const parts: Parts = {
    messages: new MessageHandler({ onError, remember }),
    onMessage,
    onUnknownType,
    onTyping,
    typingEnds: new TypingEnds(endsMs, after, (event) => void typed({ onTyping, onError }, event)),
    onError,
    check: "secrets" in options ? signatureCheck(secrets, tolerance, now) : null,
    limitBytes: checkedLimit("limitBytes", limitBytes),
  };
  const receive = (delivery: Delivery) => take(parts, delivery);
  const answer = async (request: Request) => responseOf(await receive(deliveryOf(request)));
  return Object.assign(answer, { receive });
}

async function take(parts: Parts, delivery: Delivery): Promise<DeliveryAnswer> {
  const unfit = refusalByHead(delivery);
  if (unfit !== null) return unfit;
  const bytes = await readBytes(delivery.body, parts.limitBytes);
  if (bytes === null) return tooLarge(parts.limitBytes);
  if (parts.check !== null && !(await parts.check.verify(delivery, bytes))) return unsigned;
  const read = readEvent(bytes, delivery.url);
  if (read.kind === "refused") return read.answer;
  if (read.kind === "typing") {
    parts.typingEnds.record(read.event);
    await typed(parts, read.event);
    return taken;
  }
  parts.typingEnds.cancel(read.event);
  const handle = () =>
    read.kind === "message" ? parts.onMessage(read.event) : parts.onUnknownType(read.event);
  return parts.messages.handleOnce(read.event.message.id, handle);
}

function rejectUnknown(): never {
  const why = "message.type: The message type is unknown to the receiving system.";
  throw new RejectMessage(receiverCodes.unknownMessageType, why);
}

/** An error of `onError` itself, thrown or rejected, is dropped: it changes no answer and ends no process. */
function quietly(onError: Parts["onError"] = () => {}): Parts["onError"] {
  return async (error) => {
    try {
      await onError(error);
    } catch {}
  };
}

/** A failed typing notice is not repeated, because it would be outdated by then. */
async function typed(
  { onTyping, onError }: Pick<Parts, "onTyping" | "onError">,
  event: AgentTyping,
): Promise<void> {
  try {
    await onTyping(event);
  } catch (error) {
    onError(error);
  }
}

function refusalByHead(delivery: Delivery): DeliveryAnswer | null {
  if (delivery.method !== "POST") {
    const why = "Only POST is allowed here.";
    return failed(405, receiverCodes.methodNotAllowed, why, { allow: "POST" });
  }
  const encoding = delivery.header("content-encoding") ?? "identity";
  if (encoding === "identity") return null;
  return failed(
    415,
    receiverCodes.contentEncoding,
    "The body must be sent without Content-Encoding.",
  );
}

function tooLarge(limitBytes: number): DeliveryAnswer {
  const why = `The body is too large: at most ${limitBytes} bytes are expected.`;
  return failed(413, receiverCodes.bodyTooLarge, why, { connection: "close" });
}

const unsigned = failed(
  401,
  receiverCodes.badSignature,
  "A valid and recent Standard Webhooks signature is required.",
);
