import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { visitorKeyOf } from "../../src/protocol/senders/visitor-id.ts";
import { messageOf } from "./bodies.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
// Whichever thread starts from here on has none, as before: another test puts its own in its place.
setFlagsFromString("--no-expose-gc");

function heapBytes(): number {
  collect();
  return getHeapStatistics().used_heap_size;
}

/** What a gateway goes on knowing of a visitor who wrote. */
function rememberedOf(body: string): unknown {
  const { visitorId, profile, clientMessageId } = messageOf(body);
  return { visitorId, visitorKey: visitorKeyOf(visitorId), profile, clientMessageId };
}

const count = 300;
const textBytes = 60_000;

it.each([
  ["an id that is a long number", (index: number) => `12345678901234${index + 100_000}`, ""],
  ["an id that is a string", (index: number) => `"a visitor whose name is long ${index}"`, ""],
  ["a name that is cut", String, "y".repeat(textBytes / 2)],
])("of a visitor with %s no more than that is remembered", (_, idOf, rest) => {
  const kept: unknown[] = [];
  const before = heapBytes();
  for (let index = 0; index < count; index += 1) {
    const name = `"Bo the visitor, number ${index}${rest}"`;
    const body = `{"sender":{"id":${idOf(index)},"name":${name}},"message":{"id":"message number ${index}","type":"text","text":"${"x".repeat(textBytes / 2)}"}}`;
    kept.push(rememberedOf(body));
  }
  expect(heapBytes() - before).toBeLessThan((count * textBytes) / 10);
  expect(kept).toHaveLength(count);
});
