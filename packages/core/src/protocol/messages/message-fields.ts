import { type Static, type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { isHttpUrl, urlLimit } from "./http-url.ts";
import { textLimit } from "./text.ts";

/** One field of a message: its schema and how it is validated. */
export interface MessageField<Schema extends TSchema = TSchema> {
  /** Schema of the stored value. */
  readonly schema: Schema;
  /** The end of the sentence "… is expected". */
  readonly expected: string;
  /** Text longer than this many code points is cut before it is validated; `null`: never cut. */
  readonly cutTo: number | null;
  /** The compiled schema. */
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
 * Every field of a message besides `type` and `id`, in the order of the stored JSON (§2.5, ruling 9).
 * Units: lengths in Unicode code points, sizes in bytes, durations in seconds, widths and heights in pixels.
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
