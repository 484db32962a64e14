/**
 * Every code with which a gateway refuses a visitor's message or the status query, by name. A newer gateway may
 * have more: each is its HTTP status × 100 plus a number that is never reused.
 */
export const errorCodes = Object.freeze({
  malformedJson: 40001,
  notUtf8: 40002,
  tooDeep: 40003,
  wrongShape: 40004,
  emptySenderId: 40005,
  invalidSenderId: 40006,
  missingField: 40007,
  invalidField: 40008,
  unknownMessageType: 40009,
  notFound: 40401,
  methodNotAllowed: 40501,
  requestTimeout: 40801,
  bodyTooLarge: 41301,
  uriTooLong: 41401,
  contentEncoding: 41501,
  tooManyRequests: 42901,
  conversationLimit: 42902,
  headersTooLarge: 43101,
  internal: 50001,
  overloaded: 50301,
  storeUnavailable: 50302,
} as const);
