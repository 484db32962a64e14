/** One HTTP request, whatever server it came through. */
export interface Delivery {
  readonly method: string;
  /** Path, with or without what stands before and behind it. */
  readonly url: string;
  /** The value of a header, by its lower-case name; `null` when there is none. */
  header(name: string): string | null;
  /** What is left of the body: to be read once, or not at all. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** What to answer: always JSON. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Numbers with which a receiver refuses by itself; those of a gateway, where it has them for the same condition. */
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

/** The failure shape of §4.3. With status 200 it is final; with any other the gateway tries again. */
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
