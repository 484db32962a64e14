import { invalidArgument } from "./invalid-argument.ts";
import { randomId } from "./random-id.ts";

/** Maximum number of characters (Unicode code points) of an id. A gateway drops a longer one. */
const limit = 255;

/**
 * The `message.id` of every try: the given one, an integer as its digits, or a generated one.
 * An id that a gateway would drop is refused: without an id a retry could double the message (ruling 11).
 * @throws ParleyClientError `invalid-argument`
 */
export function checkedMessageId(given: unknown): string {
  if (given === undefined || given === null) return randomId();
  const text = typeof given === "bigint" || Number.isSafeInteger(given) ? String(given) : given;
  if (typeof text === "string" && text.trim() !== "" && [...text].length <= limit) return text;
  const expected = `A non-blank string of 1 to ${limit} characters or an integer`;
  throw invalidArgument(`message.id: ${expected} is expected.`, "message.id");
}
