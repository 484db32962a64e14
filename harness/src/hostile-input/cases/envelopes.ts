import { messageFields, messageTypes } from "@parley/core";
import fc from "fast-check";
import { type Attack, canary } from "../attack.ts";
import { inParallel } from "../in-parallel.ts";

/** The keywords of a JSON Schema that the fields of messages use. */
interface FieldSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** A text of code units, lone surrogates included. */
const units = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7f0, max: 0xe00f })), {
    maxLength: 12,
  })
  .map((codes) => String.fromCharCode(...codes));

const link = fc
  .tuple(fc.webUrl({ withQueryParameters: true, withFragments: true }), units)
  .map(([url, odd]) => url + odd);

/** Around and past every bound that the schema names. */
function valueOf({
  type,
  minimum,
  maximum,
  minLength = 0,
  maxLength = 10,
}: FieldSchema): fc.Arbitrary<unknown> {
  if (type === "integer") {
    const bounds = [minimum ?? 0, maximum ?? 0].flatMap((bound) => [bound - 1, bound, bound + 1]);
    return fc.oneof(fc.integer(), fc.constantFrom(...bounds), fc.double());
  }
  if (type === "number") {
    const [min, max] = [minimum ?? 0, maximum ?? 0];
    return fc.oneof(
      fc.double({ min, max, noNaN: true }),
      fc.constantFrom(min, max, min - 1e-9, max + 1e-9, -0),
      fc.double(),
    );
  }
  const lengths = [
    minLength - 1,
    minLength,
    maxLength - 1,
    maxLength,
    maxLength + 1,
    maxLength * 2 + 1,
  ];
  const exact = fc
    .tuple(
      fc.constantFrom(...lengths),
      fc.constantFrom("x", "🙂", "é", "\ud800", "\u0000", " "),
      units,
    )
    .map(([length, unit, odd]) => (unit.repeat(Math.max(0, length)) + odd).slice(0, 12_000));
  return fc.oneof(
    link,
    exact,
    units,
    link.map((text) => text.padEnd(maxLength, "y")),
  );
}

const any = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, "", " ", canary));
const often = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 8, arbitrary: value }, { weight: 1, arbitrary: any });

const fields = Object.entries(messageFields).map(
  ([name, { schema }]) => [name, often(valueOf(schema as FieldSchema))] as const,
);

const message = fc.constantFrom(...Object.keys(messageTypes)).chain((type) => {
  const usual = { weight: 20, arbitrary: fc.constant<unknown>(type) };
  const model: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(usual, { weight: 1, arbitrary: any }),
    id: often(units),
    ...Object.fromEntries(fields),
  };
  return fc.record(model, { requiredKeys: ["type", ...requiredOf(type)] });
});

const text = fc.oneof(
  units,
  valueOf({ type: "string", maxLength: 255 }),
  valueOf({ type: "string", maxLength: 2_048 }),
);
const sender = fc.record(
  {
    name: often(text),
    phone: often(fc.oneof(text, fc.integer())),
    email: often(text),
    photo: often(fc.oneof(link, text)),
    invite: often(text),
    url: often(text),
  },
  { requiredKeys: [] },
);

/** JSON texts of ids; made with a number they are ids that no other envelope has, unless they are to be refused. */
const idText: fc.Arbitrary<(number: number) => string> = fc.oneof(
  {
    weight: 6,
    arbitrary: units.map((odd) => (number: number) => JSON.stringify(`${odd}-e${number}`)),
  },
  {
    weight: 3,
    arbitrary: fc
      .bigInt({ min: -(10n ** 60n), max: 10n ** 60n })
      .map((id) => (number: number) => `${id}00${number}`.replace(/^(-?)0+/, "$17")),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(
        fc.double().map(String),
        fc.constantFrom("null", '""', "[]", "{}", "true", "1.0", "1e400", "-", "01"),
      )
      .map((json) => () => json),
  },
);

/** Envelopes made from the schemas of core's own tables, right and wrong ones mixed; the rulings say what must come. */
export async function attackEnvelopes(attack: Attack, seed: number, count: number): Promise<void> {
  const envelopes = fc.sample(fc.tuple(idText, sender, message), { seed, numRuns: count });
  await inParallel(envelopes.entries(), 12, async ([index, [id, from, what]]) => {
    const others = JSON.stringify(from).slice(1);
    const body = `{"sender":{"id":${id(index)}${others === "}" ? "" : ","}${others},"message":${JSON.stringify(what)}}`;
    await attack.probeBody(
      `envelope ${index} of seed ${seed}`,
      Buffer.from(body),
      Math.floor(index / 2) % 2 === 1,
    );
  });
  await attack.settle();
}

function requiredOf(type: string): readonly string[] {
  return Object.entries(messageTypes).find(([name]) => name === type)?.[1].required ?? [];
}
