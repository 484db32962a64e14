import fc from "fast-check";
import { type ApiDocument, resolved, type Schema } from "./described-api.ts";
import { Known } from "./known-values.ts";

const mostCharacters = 300;
const mostItems = 100;

/** Control characters and lone surrogates, too. */
const codePoints = fc.oneof(
  fc.nat(0x2f),
  fc.integer({ min: 0xd7f0, max: 0xe010 }),
  fc.nat(0x10ffff),
);
const joined = (points: readonly number[]): string => String.fromCodePoint(...points);

/** Values that fit a schema. `name` is that of their field, so that known values may stand there. */
export function valuesOf(given: Schema, document: ApiDocument, name = ""): fc.Arbitrary<unknown> {
  const schema = resolved(given, document);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, document, name)));
  const described = byType(schema, document, name);
  if (schema.examples === undefined) return described;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...schema.examples) },
    { weight: 1, arbitrary: described },
  );
}

function byType(schema: Schema, document: ApiDocument, name: string): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  switch (schema.type) {
    case "object":
      return objects(schema, document);
    case "array":
      return arrays(schema, document, name);
    case "string":
      return texts(schema, name);
    case "integer":
      return integers(minimum, maximum, name);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function integers(minimum: number, maximum: number, name: string): fc.Arbitrary<unknown> {
  const any = fc.integer({ min: minimum, max: maximum });
  const known = fc
    .tuple(fc.nat(), any)
    .map(([pick, otherwise]) => new Known(name, pick, otherwise));
  return fc.oneof(fc.constantFrom(minimum, maximum), any, known);
}

function objects(schema: Schema, document: ApiDocument): fc.Arbitrary<unknown> {
  const { properties = {}, patternProperties, required = [] } = schema;
  if (patternProperties !== undefined) {
    const [item = {}] = Object.values(patternProperties);
    return fc.dictionary(fc.string({ maxLength: 12 }), valuesOf(item, document), { maxKeys: 3 });
  }
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, valuesOf(field, document, name)] as const,
  );
  const all = Object.fromEntries(fields);
  return fc.oneof(fc.record(all), fc.record(all, { requiredKeys: [...required] }));
}

function arrays(
  { items = {}, minItems = 0, maxItems = mostItems }: Schema,
  document: ApiDocument,
  name: string,
): fc.Arbitrary<unknown> {
  const item = valuesOf(items, document, name);
  const most = Math.min(maxItems, mostItems);
  return fc.oneof(
    { weight: 5, arbitrary: fc.array(item, { minLength: minItems, maxLength: 4 }) },
    { weight: 1, arbitrary: item.map((one) => Array.from({ length: most }, () => one)) },
  );
}

function texts({ pattern, minLength = 0, maxLength }: Schema, name: string): fc.Arbitrary<unknown> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const most = Math.min(maxLength ?? mostCharacters, mostCharacters);
  const short = { minLength, maxLength: Math.min(most, 12) };
  return fc.oneof(
    { weight: 6, arbitrary: fc.nat().map((pick) => new Known(name, pick, `no ${name}`)) },
    { weight: 1, arbitrary: fc.string(short) },
    { weight: 1, arbitrary: fc.array(codePoints, short).map(joined) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("x", "€", "\u0000", '"')
        .map((character) => character.repeat(most)),
    },
  );
}
