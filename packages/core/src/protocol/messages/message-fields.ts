import { type Static, type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { isHttpUrl, urlLimit } from "./http-url.ts";
import { textLimit } from "./text.ts";

/** One field of a message: its schema, and how it is read. */
export interface MessageField<Schema extends TSchema = TSchema> {
  /** What a stored value satisfies. */
  readonly schema: Schema;
  /** The end of the sentence "… is expected". */
  readonly expected: string;
  /** Over-long text is cut to this many code points before it is checked; `null`: never cut. */
  readonly cutTo: number | null;
  /** Compiled once. */
  check(value: unknown): boolean;
}

const field = <Schema extends TSchema>(
  schema: Schema,
  expected: string,
  cutTo: number | null = null,
): MessageField<Schema> => {
  const validator = Compile(schema);
  return { schema, expected, cutTo, check: (value) => validator.Check(value) };
};

const url = field(
  Type.Refine(Type.String({ maxLength: urlLimit }), isHttpUrl),
  `an http(s) URL of at most ${urlLimit} characters`,
);

const words = field(
  Type.String({ minLength: 1, maxLength: textLimit }),
  "a non-empty string",
  textLimit,
);

const count = field(
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  "a positive integer",
);

const degrees = (limit: number) =>
  field(Type.Number({ minimum: -limit, maximum: limit }), `a number from -${limit} to ${limit}`);

/**
 * Every field a message may have besides `type` and `id`, in the order of its stored form (§2.5, ruling 9).
 * Lengths are Unicode code points, sizes bytes, durations seconds, widths and heights pixels.
 */
export const messageFields = Object.freeze({
  file: url,
  thumb: url,
  emoji: field(Type.String({ minLength: 1, maxLength: 64 }), "a string of 1 to 64 characters"),
  file_size: count,
  file_name: words,
  duration: count,
  width: count,
  height: count,
  text: words,
  performer: words,
  title: words,
  latitude: degrees(90),
  longitude: degrees(180),
});

/** Name of a row of `messageFields`. */
export type MessageFieldName = keyof typeof messageFields;

/** Type of a field's stored value. */
export type MessageFieldValue<Name extends MessageFieldName> = Static<
  (typeof messageFields)[Name]["schema"]
>;
