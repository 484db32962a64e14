import type { Attack } from "../attack.ts";
import { inParallel } from "../in-parallel.ts";
import { envelopeText, withMember } from "./json-text.ts";
import { everyType, validMessage, validSender } from "./valid-envelopes.ts";

/** Values that most fields must not have, and some that some may, as JSON texts. */
export const oddValues: readonly string[] = [
  "null",
  "true",
  "false",
  '""',
  '" "',
  '"0"',
  '"x"',
  "[]",
  "[1]",
  "{}",
  '{"id":1}',
  "0",
  "-0",
  "1",
  "-1",
  "1.5",
  "1.0",
  "1e2",
  "1e400",
  "-1e400",
  "1E-400",
  "0.1e1",
  "9007199254740991",
  "9007199254740993",
  "90.0000001",
  "-180.5",
  `1${"0".repeat(255)}`,
  "9".repeat(60_000),
  `0.${"0".repeat(400)}1`,
  "5e-324",
  "1.7976931348623159e308",
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\ud83d\\ude00"',

  '"javascript:alert(1)"',
  '"https://"',
  '"http://a b"',
  '"HTTPS://A.TEST"',
  '"https://a.test/\\t"',
  `"${"x".repeat(1_001)}"`,
  `"${"🙂".repeat(2_050)}"`,
  `"https://a.test/${"x".repeat(2_048)}"`,
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"typein"',
  '"text "',
  '"\\u2028"',
  '"\\ufeff"',
];

const senderFields = [
  "id",
  "name",
  "phone",
  "email",
  "photo",
  "invite",
  "url",
  "unheard_of",
  "__proto__",
];
const others = ["id", "type", "unheard_of", "__proto__", "constructor", "hasOwnProperty"];

interface OddBody {
  readonly name: string;
  readonly text: string;
}

/** Every odd value in every field of every message type, and in the place of the objects themselves. */
export async function attackTypes(attack: Attack): Promise<void> {
  let number = 0;
  await inParallel(oddBodies(), 16, async ({ name, text }) => {
    number += 1;
    await attack.probeBody(name, Buffer.from(text), number % 3 === 0);
  });
  await attack.settle();
}

function* oddBodies(): Generator<OddBody> {
  for (const type of everyType) yield* oddMessages(type);
  const message = validMessage("text");
  for (const field of senderFields)
    for (const odd of oddValues) {
      const sender = withMember(validSender(`s-${field}-${oddValues.indexOf(odd)}`), field, odd);
      yield { name: `sender.${field} = ${short(odd)}`, text: envelopeText(sender, message) };
    }
  for (const odd of oddValues) {
    yield { name: `the body = ${short(odd)}`, text: odd };
    yield {
      name: `sender = ${short(odd)}`,
      text: `{"sender":${odd},"message":{"type":"text","text":"x"}}`,
    };
    yield { name: `message = ${short(odd)}`, text: `{"sender":{"id":"m"},"message":${odd}}` };
  }
}

function* oddMessages(type: string): Generator<OddBody> {
  const valid = validMessage(type);
  for (const field of [...valid.map(([name]) => name), ...others])
    for (const [index, odd] of oddValues.entries()) {
      const sender = validSender(`m-${type}-${field}-${index}`);
      const message = withMember(valid, field, odd);
      yield {
        name: `${type}: message.${field} = ${short(odd)}`,
        text: envelopeText(sender, message),
      };
    }
  for (const [field] of valid) {
    const message = valid.filter(([name]) => name !== field);
    yield {
      name: `${type} without ${field}`,
      text: envelopeText(validSender(`w-${type}-${field}`), message),
    };
  }
}

function short(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text;
}
