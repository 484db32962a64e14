import { type Attack, canary, type Check } from "./attack.ts";
import { inParallel } from "./in-parallel.ts";
import { envelopeText } from "./cases/json-text.ts";
import { mutate } from "./cases/mutations.ts";
import { messagePath, request } from "./wire/request-bytes.ts";
import { SeededRandom } from "./seeded-random.ts";
import { everyType, validMessage, validSender } from "./cases/valid-envelopes.ts";

const settleEvery = 2_000;

/**
 * Mutates valid requests byte by byte until the time is up: half of the time whole connections, whose answers need
 * only be proper ones; half of the time bodies alone, of which the rulings say exactly what must come.
 */
export async function fuzz(attack: Attack, seed: number, seconds: number): Promise<number> {
  const random = new SeededRandom(seed);
  const until = performance.now() + seconds * 1_000;
  let inputs = 0;
  while (performance.now() < until && attack.findings.count < 20) {
    const batch = Array.from({ length: settleEvery / 10 }, () => (inputs += 1));
    await inParallel(batch, 12, async (number) => {
      if (performance.now() > until) return;
      await (random.below(2) === 0 ? fuzzBody : fuzzConnection)(attack, random, number);
    });
    if (inputs % settleEvery === 0) {
      await attack.settle();
      process.stderr.write(`fuzz: ${inputs} inputs, ${attack.findings.count} findings\n`);
    }
  }
  await attack.settle();
  return inputs;
}

function fuzzBody(attack: Attack, random: SeededRandom, number: number): Promise<boolean> {
  const text = envelopeText(validSender(`f${number}`), validMessage(random.pick(everyType)));
  const name = `fuzz: body ${number}`;
  return attack.probeBody(name, mutate(Buffer.from(text), random), random.below(2) === 0);
}

function fuzzConnection(attack: Attack, random: SeededRandom, number: number): Promise<boolean> {
  const path = messagePath(attack.channel(random.below(2) === 0));
  const bytes = mutate(random.pick(shapes)(path, number), random);
  const says = bytes.some((byte) => byte !== 0x0a && byte !== 0x0d);
  return attack.probe(`fuzz: connection ${number}`, bytes, says ? properEnd : () => null);
}

const bodyOf = (number: number) =>
  `{"sender":{"id":"c${number}"},"message":{"type":"text","text":"${canary} ${number}"}}`;

const shapes: readonly ((path: string, number: number) => Buffer)[] = [
  (path, number) => request(`POST ${path}`, bodyOf(number), ["Content-Type: application/json"]),
  (path, number) => chunked(path, bodyOf(number)),
  (path) => request(`GET ${path}/status`),
  (path, number) =>
    Buffer.concat([
      request(`GET ${path}/status`),
      request(`POST ${path}`, bodyOf(number)),
      chunked(path, bodyOf(number)),
    ]),
];

function chunked(path: string, body: string): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const half = body.length >> 1;
  const chunks = [body.slice(0, half), body.slice(half)].map(
    (part) => `${part.length.toString(16)}\r\n${part}\r\n`,
  );
  return Buffer.from(`${head}${chunks.join("")}0\r\n\r\n`);
}

/** Whatever was sent, unless it was nothing at all, is answered before the connection ends. */
const properEnd: Check = ({ answers, ended }) => {
  if (ended !== "closed") return "the connection does not end";
  return answers.length > 0 ? null : "no answer";
};
