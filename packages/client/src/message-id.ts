import { invalidArgument } from "./invalid-argument.ts";
import { randomId } from "./random-id.ts";

/** Most characters (Unicode code points) of an id by which a gateway recognises a repeat. */
const limit = 255;

/**
 * The `message.id` of every try: as it was given, an integer as its digits, or made when there is none. What a gateway
 * would drop is refused: without an id a retry could double the message (ruling 11).
 * @throws ParleyClientError `invalid-argument`
 */
export function checkedMessageId(given: unknown): string {
  if (given === undefined || given === null) return randomId();
  const text = typeof given === "bigint" || Number.isSafeInteger(given) ? String(given) : given;
  if (typeof text === "string" && text.trim() !== "" && [...text].length <= limit) return text;
  const expected = `A non-blank string of 1 to ${limit} characters or an integer`;
  throw invalidArgument(`message.id: ${expected} is expected.`, "message.id");
}
