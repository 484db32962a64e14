import type { SeededRandom } from "../seeded-random.ts";

type Mutation = (bytes: Buffer, random: SeededRandom) => Buffer;

const tokens: readonly Buffer[] = [
  "\r\n",
  "\n",
  "\r",
  "\r\n\r\n",
  "\0",
  " ",
  "\t",
  ":",
  "Transfer-Encoding: chunked\r\n",
  "Content-Length: 0\r\n",
  "Content-Length: 65537\r\n",
  "Content-Encoding: gzip\r\n",
  "Connection: close\r\n",
  "Expect: 100-continue\r\n",
  "Upgrade: websocket\r\n",
  "Host: y\r\n",
  "HTTP/1.0",
  "CONNECT ",
  "0\r\n\r\n",
  "ffffffff\r\n",
  "{",
  "}",
  "[",
  "]",
  '"',
  "\\",
  ",",
  "\\ud800",
  "\\u0000",
  "null",
  "-0",
  "1e400",
  "99999999999999999999",
  '"id":1.0,',
  '"__proto__":{},',
  '"type":"typein",',
  "\ufeff",
  "%00",
  "/../",
].map((text) => Buffer.from(text));

const bytesOfNote = [
  0x00, 0x0a, 0x0d, 0x1f, 0x20, 0x22, 0x2c, 0x5c, 0x7b, 0x7f, 0x80, 0xc0, 0xed, 0xef, 0xff,
];

const put = (bytes: Buffer, at: number, end: number, between: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), between, bytes.subarray(end)]);

const slice = (bytes: Buffer, random: SeededRandom): [from: number, to: number] => {
  const from = random.below(bytes.length + 1);
  return [from, Math.min(bytes.length, from + 1 + random.below(random.pick([4, 32, 400])))];
};

const mutations: readonly Mutation[] = [
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    const at = random.below(bytes.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    return copy;
  },
  (bytes, random) => {
    const copy = Buffer.from(bytes);
    copy[random.below(bytes.length)] = random.pick(bytesOfNote);
    return copy;
  },
  (bytes, random) => {
    const at = random.below(bytes.length + 1);
    return put(bytes, at, at, random.pick(tokens));
  },
  (bytes, random) => put(bytes, ...slice(bytes, random), random.pick(tokens)),
  (bytes, random) => put(bytes, ...slice(bytes, random), Buffer.alloc(0)),
  (bytes, random) => {
    const [from, to] = slice(bytes, random);
    const times = 1 + random.below(random.pick([2, 8, 64]));
    return put(bytes, to, to, Buffer.concat(Array(times).fill(bytes.subarray(from, to))));
  },
  (bytes, random) => {
    const [from, to] = slice(bytes, random);
    const at = random.below(bytes.length + 1);
    return put(bytes, at, at, bytes.subarray(from, to));
  },
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
];

/** Between one and four mutations, one after the other. */
export function mutate(bytes: Buffer, random: SeededRandom): Buffer {
  let mutated = bytes;
  for (let times = 1 + random.below(4); times > 0 && mutated.length > 0; times -= 1)
    mutated = random.pick(mutations)(mutated, random);
  return mutated.subarray(0, 200_000);
}
