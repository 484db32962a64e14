import { gzipSync } from "node:zlib";
import { type Attack, canary } from "../attack.ts";
import { refusedWith } from "../checks.ts";
import { inParallel } from "../in-parallel.ts";
import { messagePath, request } from "../wire/request-bytes.ts";

const limitBytes = 65_536;
const say = (id: string, text = "hello") =>
  `{"sender":{"id":"${id}"},"message":{"type":"text","text":"${canary} ${text}"}}`;
const inside = (json: string) =>
  `{"sender":{"id":"in"},"message":{"type":"text","text":"x"},"x":${json}}`;
const deep = (open: string, close: string, depth: number) =>
  open.repeat(depth) + close.repeat(depth);

/** Texts that are JSON, nearly JSON, or deeper than a stack. */
const texts: readonly string[] = [
  "",
  " ",
  "\n",
  "{",
  "}",
  "{}",
  "[]",
  "null",
  "0",
  '"',
  "{'a':1}",
  "a=b&c=d",
  "<a/>",
  "NaN",
  "//",
  "/* */{}",
  ...[1, 31, 32, 33, 1_000, 32_000].flatMap((depth) => [
    deep("[", "]", depth),
    "[".repeat(depth),
    "]".repeat(depth),
  ]),
  ...[30, 31, 32, 33].map((depth) => inside(deep("[", "]", depth))),
  ...[31, 32, 5_000].map((depth) => deep('{"a":', "1}", depth).replaceAll("1}1}", "1}}")),
  `${'{"sender":'.repeat(3_000)}1${"}".repeat(3_000)}`,
  inside('"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["'),
  inside('"\\\\"').replace("}", ',"y":"\\"{[{[{["}'),
  `{"sender":{"__proto__":{"id":"pwned"}},"message":{"type":"text","text":"x"}}`,
  `{"__proto__":{"sender":{"id":"pwned"},"message":{"type":"text","text":"x"}}}`,
  `{"sender":{"id":"proto","__proto__":{"name":"pwned"}},"message":{"__proto__":{"type":"typein"},"type":"text","text":"x"}}`,
  `{"constructor":{"prototype":{"x":1}},"sender":{"id":"con","toString":1},"message":{"type":"text","text":"x","valueOf":{}}}`,
  `{"sender":{"id":"one","id":"two"},"message":{"type":"typein","type":"text","text":"a","text":"b"}}`,
  `{"sender":{"id":"lost"},"sender":{"id":"kept"},"message":1,"message":{"type":"text","text":"x"}}`,
  `{"sender":{"id":1e2,"id":5000001},"message":{"type":"text","text":"x"}}`,
  `{"sender":{"id":5000002,"id":1e2},"message":{"type":"text","text":"x"}}`,
  `{"sender":{"\\u0069d":12345678901234567890},"message":{"type":"text","text":"x"}}`,
  `{"sender":{"id":"nul\\u0000\\u0000"},"message":{"type":"text","text":"\\u0000"}}`,
  `{"sender":{"id":"\\ud800x\\udc00"},"message":{"type":"text","text":"\\ud83d\\ud83d\\ude00\\ude00"}}`,
  `{"sender":{"id":"${"\\u0000".repeat(255)}"},"message":{"type":"text","text":"x"}}`,
  `{"sender":{"id":"${"🙂".repeat(127)}x"},"message":{"type":"text","text":"x"}}`,
  `{"sender":{"id":"${"🙂".repeat(128)}"},"message":{"type":"text","text":"x"}}`,
  `{"sender":{"id":"surplus"},"message":{"type":"text","text":"${"\\ud83d\\ude00".repeat(1_001)}"}}`,
  `{"sender":{"id":"long"},"message":{"type":"text","text":"${"y".repeat(65_000)}"}}`,
  `{"sender":{"id":${"7".repeat(255)}},"message":{"type":"text","text":"x"}}`,
  `{"sender":{"id":-${"7".repeat(255)}},"message":{"type":"text","text":"x"}}`,
  `{"sender":{"id":${"1".repeat(60_000)}},"message":{"type":"text","text":"x"}}`,
  `{"sender":{"id":0.${"1".repeat(60_000)}},"message":{"type":"text","text":"x"}}`,
  `\ufeff${say("bom")}`,
  `\ufeff\ufeff${say("boms")}`,
  `${say("tail")}\0`,
  `${say("twice")}${say("twice")}`,
  `${say("spaces")}${" ".repeat(60_000)}`,
  `{"sender":{"id":"keys"},"message":{"type":"text","text":"x"},${Array.from({ length: 6_000 }, (_, key) => `"k${key}":0`).join(",")}}`,
];

const within = (...bytes: number[]) => {
  const [before = "", after = ""] = say("bytes", "|").split("|");
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
};

/** Bytes that are no UTF-8, or another encoding of Unicode altogether. */
const byteBodies: readonly Buffer[] = [
  within(0xff),
  within(0xc0, 0x80),
  within(0xc0, 0xaf),
  within(0xe0, 0x80, 0xaf),
  within(0xf0, 0x80, 0x80, 0xaf),
  within(0xed, 0xa0, 0x80),
  within(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80),
  within(0xf4, 0x90, 0x80, 0x80),
  within(0xf8, 0x88, 0x80, 0x80, 0x80),
  within(0xe2, 0x82),
  within(0x80),
  within(0xef, 0xbf, 0xbe),
  within(0x00),
  within(0x1f),
  within(0x7f),
  Buffer.from(say("cut")).subarray(0, 40),
  Buffer.from(`\ufeff${say("utf16")}`, "utf16le"),
  Buffer.from(`\ufeff${say("utf16")}`, "utf16le").swap16(),
  Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x7b]),
  gzipSync(say("packed")),
  Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
];

/** Bodies with right framing and every kind of wrong content. */
export async function attackBodies(attack: Attack): Promise<void> {
  const bodies = [...texts.map((text) => Buffer.from(text)), ...byteBodies];
  await inParallel(bodies.entries(), 8, async ([index, body]) => {
    await attack.probeBody(`body ${index}`, body, index % 2 === 1);
  });
  for (const surplus of [0, 1, 2, limitBytes, 1e6]) await attackSize(attack, limitBytes + surplus);
  await attack.settle();
}

async function attackSize(attack: Attack, sizeBytes: number): Promise<void> {
  const body = Buffer.alloc(sizeBytes, "[");
  const bytes = request(`POST ${messagePath(attack.channel(false))}`, body);
  const wanted = sizeBytes > limitBytes ? refusedWith(413, 41301) : refusedWith(400, 40003);
  await attack.probe(`a body of ${sizeBytes} bytes`, bytes, wanted);
}
