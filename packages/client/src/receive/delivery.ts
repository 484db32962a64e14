/** One HTTP request, independent of the server framework. */
export interface Delivery {
  readonly method: string;
  /** The path; scheme, host and query may be included. */
  readonly url: string;
  /** The value of a header, by its lower-case name; `null` when there is none. */
  header(name: string): string | null;
  /** The unread body. It can be read once. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The answer to send; its body is always JSON. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Codes with which the receiver itself refuses. Where a gateway has a code for the same condition, it is the same.
 */
export const receiverCodes = Object.freeze({
  malformedJson: 40001,
  notUtf8: 40002,
  tooDeep: 40003,
  wrongShape: 40004,
  unknownMessageType: 40009,
  badSignature: 40101,
  methodNotAllowed: 40501,
  bodyTooLarge: 41301,
  contentEncoding: 41501,
  internal: 50001,
});

/** The success shape of §4.3. */
export const taken: DeliveryAnswer = answerOf(200, { result: "ok" });

/** The failure shape of §4.3. With status 200 it is final; with any other status the gateway tries again. */
export function failed(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): DeliveryAnswer {
  return answerOf(status, { error: { code, message } }, headers);
}

function answerOf(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): DeliveryAnswer {
  const always = { "content-type": "application/json", "cache-control": "no-store" };
  return { status, headers: { ...always, ...headers }, body: JSON.stringify(body) };
}
