import { aText, anInboundAppend, noLeases } from "../samples/samples.ts";
import type { Check, StoreBench } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import { foundBy } from "./found.ts";

const wanted = [
  "shop-key-2",
  "shop-key-1",
  "shop-key-1.4",
  "shop-key-2.1",
  "shop-key-1.2",
  "shop-key-1.1",
];

export function checkOrder(check: Check): void {
  check("visitors come first, then messages, each newest first", async (bench) => {
    await fill(bench);
    want("in one page", await foundBy(bench, "anna"), wanted);
  });

  check("pages of any size give each hit once, in the same order", async (bench) => {
    await fill(bench);
    for (const limit of [1, 2, 3, 4, 5, 6, 7])
      want(`pages of ${limit}`, await foundBy(bench, "anna", limit), wanted);
  });

  check("what is new between two pages does not disturb the second one", async (bench) => {
    await fill(bench);
    const first = await bench.search.find("anna", { before: null, limit: 3 });
    await say(bench, "1", "one more Anna");
    await bench.index();
    const second = await bench.search.find("anna", { before: first.next, limit: 50 });
    want(
      "the rest",
      second.items.map(({ message }) => message?.sequence),
      [1, 2, 1],
    );
  });

  check("much that has the same trigrams, and not the word, is passed over", async (bench) => {
    await say(bench, "1", "abcd");
    const messages = Array.from({ length: 300 }, () => aText("abc and bcd"));
    await bench.store(anInboundAppend({ visitorKey: "2", messages }), noLeases);
    await bench.index();
    want("only the word", await foundBy(bench, "abcd"), ["shop-key-1.1"]);
  });
}

async function fill(bench: StoreBench): Promise<void> {
  await say(bench, "1", "Anna here", "Anna");
  await say(bench, "1", "it is Anna again");
  await say(bench, "2", "ANNA?", "Joanna");
  await say(bench, "1", "nobody");
  await say(bench, "1", "Hannah");
  await bench.index();
}

async function say(
  bench: StoreBench,
  visitorKey: string,
  text: string,
  name?: string,
): Promise<void> {
  bench.now += 10;
  const profile = name === undefined ? {} : { name };
  await bench.store(anInboundAppend({ visitorKey, profile, messages: [aText(text)] }), noLeases);
}
