import { hostileTexts } from "../samples/hostile-texts.ts";
import { aText, anInboundAppend, noLeases } from "../samples/samples.ts";
import type { Check } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import { foundBy } from "./found.ts";

const marks = ['"', "'", "%", "\\", "_", "*", "(", "^", "-", ":", "{", "$$", "';"];

export function checkQueries(check: Check): void {
  check("a query is never a pattern: its marks stand for themselves", async (bench) => {
    const texts = marks.map((mark) => aText(`left${mark}right`));
    await bench.store(anInboundAppend({ messages: [...texts, aText("left or right")] }));
    await bench.index();
    for (const [index, mark] of marks.entries())
      want(mark, await foundBy(bench, `left${mark}rig`), [`shop-key-1.${index + 1}`]);
    want("operators are words", await foundBy(bench, "left or right"), [
      `shop-key-1.${marks.length + 1}`,
    ]);
    want("nothing", await foundBy(bench, "left* NOT right"), []);
  });

  check("hostile texts are found by themselves", async (bench) => {
    for (const [index, text] of hostileTexts.entries())
      await bench.store(anInboundAppend({ visitorKey: `v${index}`, messages: [aText(text)] }));
    await bench.index();
    for (const [index, text] of hostileTexts.entries()) {
      const found = await foundBy(bench, text);
      want(`found by ${text}`, found.includes(`shop-key-v${index}.1`), true);
    }
  });

  check("a query without words finds nothing", async (bench) => {
    await bench.store(anInboundAppend());
    await bench.index();
    for (const query of ["", " ", "\t\n", "\u0000", "\u200b", "\u3000"])
      want(JSON.stringify(query), await foundBy(bench, query), []);
  });

  check("of a long query only the first 200 characters are searched for", async (bench) => {
    const text = "abcde ".repeat(30) + "end";
    await bench.store(anInboundAppend({ messages: [aText(text), aText("x".repeat(900))] }));
    await bench.index();
    want("10,000 characters", await foundBy(bench, "x".repeat(10_000)), ["shop-key-1.2"]);
    want("emoji, whole", await foundBy(bench, "🎉".repeat(5_000)), []);
    want("half a pair", await foundBy(bench, "abc\ud83d"), []);
    want("many words", await foundBy(bench, "abcde end ".repeat(1_000)), ["shop-key-1.1"]);
  });

  check("one or two characters are searched for in the newest entries", async (bench) => {
    await bench.store(
      anInboundAppend({
        profile: { name: "Li" },
        messages: [aText("退款"), aText("👍"), aText("k")],
      }),
      noLeases,
    );
    await bench.index();
    want("a name", await foundBy(bench, "LI"), ["shop-key-1"]);
    want("two characters", await foundBy(bench, "退款"), ["shop-key-1.1"]);
    want("an emoji", await foundBy(bench, "👍"), ["shop-key-1.2"]);
    want("a letter", await foundBy(bench, "K"), ["shop-key-1.3"]);
    want("two short words", await foundBy(bench, "1 li"), ["shop-key-1"]);
  });

  check("one character is not searched for beyond the newest 2,000 messages", async (bench) => {
    await bench.store(anInboundAppend({ messages: [aText("✂")] }), noLeases);
    const messages = Array.from({ length: 500 }, (_, number) => aText(`message ${number}`));
    for (let page = 0; page < 4; page += 1) {
      bench.now += 1_000;
      await bench.index(500);
      want("it is among them", await foundBy(bench, "✂"), ["shop-key-1.1"]);
      await bench.store(anInboundAppend({ visitorKey: "2", messages }), noLeases);
    }
    await bench.index(500);
    want("it is too old now", await foundBy(bench, "✂"), []);
  });

  check("a cursor that no page gave ends the list instead of failing", async (bench) => {
    await bench.store(anInboundAppend());
    await bench.index();
    for (const before of ["x", "--", "0-1-2", "1-2-3-4-5", "9", "7-1", "9e99", "' or 1"]) {
      const page = await bench.search.find("hello", { before, limit: 5 });
      want("an empty page", page, { items: [], next: null });
    }
  });
}
