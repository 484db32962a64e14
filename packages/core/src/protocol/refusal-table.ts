/** One reason for a refusal. */
export interface RefusalRow {
  /** `httpStatus` × 100 + a number that is never reused. */
  readonly code: number;
  readonly httpStatus: number;
  /** The condition, as worded in the message. */
  readonly when: string;
  /** The effect on the message or the request. */
  readonly outcome: string;
}

const undelivered = "The message was not delivered.";
const unsent = "The message was not sent.";
// For requests that may have no message to send.
const nothingSent = "Nothing was sent.";
const unchanged = "Nothing was changed.";

const row = (code: number, when: string, outcome: string): RefusalRow => ({
  code,
  httpStatus: Math.floor(code / 100),
  when,
  outcome,
});

/** Every refusal of every interface, with its stable number (ruling 4). */
export const refusals = Object.freeze({
  malformedJson: row(40001, "The body must be JSON", undelivered),
  notUtf8: row(40002, "The body must be UTF-8", undelivered),
  tooDeep: row(40003, "The body must not nest deeper than 32 levels", undelivered),
  wrongShape: row(40004, "An object is expected", undelivered),
  emptySenderId: row(40005, "A non-empty string or an integer is required", undelivered),
  invalidSenderId: row(
    40006,
    "A string or an integer of at most 255 characters is expected; an integer must have no fraction or exponent",
    undelivered,
  ),
  missingField: row(40007, "The field is required", undelivered),
  invalidField: row(40008, "The field is not valid", undelivered),
  unknownMessageType: row(40009, "The message type is unknown", undelivered),
  invalidChannel: row(40010, "The channel's settings are not valid", unchanged),
  invalidRequest: row(40011, "The request is not valid", unchanged),
  fileNotCopied: row(40012, "The file could not be copied", unsent),
  unauthorized: row(40101, "Valid credentials are required", unchanged),
  notFound: row(40401, "There is nothing at this address", "Nothing was delivered."),
  unknownConversation: row(40402, "There is no such conversation", nothingSent),
  unknownMessage: row(40403, "There is no such message in this conversation to send again", unsent),
  unknownChannel: row(40404, "There is no such channel", unchanged),
  unknownDelivery: row(40405, "There is no such delivery", nothingSent),
  unknownJob: row(
    40406,
    "There is no such job; a gateway forgets its jobs when it stops",
    unchanged,
  ),
  unknownBackend: row(40407, "There is no such agent app on this gateway", unchanged),
  methodNotAllowed: row(40501, "This method is not allowed here", "Nothing was delivered."),
  requestTimeout: row(40801, "The request took too long to arrive", undelivered),
  conflict: row(40901, "The resource was modified by another request", unchanged),
  channelExists: row(40902, "A channel with this id already exists", unchanged),
  notFailed: row(40903, "Only a failed delivery can be retried", unsent),
  jobRunning: row(40904, "A job of this kind is already running", unchanged),
  noBackups: row(40905, "Backups are not set up on this gateway", unchanged),
  tooManyCount: row(
    40906,
    "The channel already has four valid channel secrets, or four valid signing keys",
    unchanged,
  ),
  notOwner: row(40907, "The conversation belongs to another agent app by now", unsent),
  earlierNode: row(
    40908,
    "A gateway of an earlier version uses the store: update every node first",
    unchanged,
  ),
  keyReused: row(
    40909,
    "The idempotency key belongs to an earlier message with other content",
    unsent,
  ),
  channelRemoved: row(41001, "The channel was removed", unsent),
  bodyTooLarge: row(41301, "The body is too large", undelivered),
  uriTooLong: row(41401, "The URL is too long", undelivered),
  contentEncoding: row(41501, "The body must be sent without Content-Encoding", undelivered),
  contentType: row(41502, "The body must be sent as application/json", undelivered),
  tooManyRequests: row(42901, "Too many requests", undelivered),
  conversationLimit: row(
    42902,
    "Too many new conversations were opened on this channel in a short time",
    undelivered,
  ),
  laneFull: row(42903, "20 messages are already waiting in this conversation", unsent),
  headersTooLarge: row(43101, "The request's headers are too large", undelivered),
  internal: row(
    50001,
    "The gateway had an internal error",
    "It is unknown whether anything was done.",
  ),
  overloaded: row(
    50301,
    "The gateway is overloaded or shutting down",
    "The message was not stored.",
  ),
  storeUnavailable: row(
    50302,
    "The commit's outcome is unknown",
    "The message may have been stored: sending it again with the same message.id is safe.",
  ),
  doorTimeout: row(50303, "The plugin did not answer in time", "The request may have had effect."),
  fileUnavailable: row(50304, "The file could not be copied at the moment", unsent),
}) satisfies Readonly<Record<string, RefusalRow>>;

/** Name of a row of `refusals`. */
export type RefusalName = keyof typeof refusals;
