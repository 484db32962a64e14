import { aText, anInboundAppend, anOutboundAppend, noLeases } from "../samples/samples.ts";
import type { Check } from "../stores/store-bench.ts";
import { want } from "../want.ts";
import { findAll, foundBy } from "./found.ts";

/** Texts, and queries that find each of them. */
const alphabets: readonly (readonly [text: string, ...queries: string[]])[] = [
  ["Where is my ORDER 4711?", "order", "rder", "471", "ORDER where"],
  ["Gdzie jest ŻÓŁTA łódź?", "żółt", "ŁÓDŹ"],
  ["Где мой ЗАКАЗ?", "заказ", "ЗАКА"],
  ["Ποῦ εἶναι ὁ ΚΗΠΟΣ;", "κηποσ", "κηπος"],
  ["Die STRASSE zur Straße", "straße", "strasse"],
  ["İstanbul'da KIŞ", "istanbul", "kış"],
  ["אני מחפש את ההזמנה", "הזמנה"],
  ["أين طلبي من فضلك", "طلبي"],
  ["मेरा ऑर्डर कहाँ है", "ऑर्डर"],
  ["私の注文はどこですか", "注文は"],
  ["ﾊﾝｶｸ ガギグ", "ハンカク", "ｶﾞｷﾞｸﾞ"],
  ["주문이 어디에 있나요", "주문이"],
  ["ｆｕｌｌ　ｗｉｄｔｈ", "full width"],
  ["cafe\u0301 and ﬁsh", "caf\u00e9", "fish"],
  ["so\u00adft hy\u200bphen", "soft", "hyphen"],
  ["party 🎉🎉🎉 tonight", "🎉🎉🎉"],
];

export function checkFinding(check: Check): void {
  check("a message is found by any part of it, in any case and any alphabet", async (bench) => {
    for (const [number, [text]] of alphabets.entries())
      await bench.store(anInboundAppend({ visitorKey: `v${number}`, messages: [aText(text)] }));
    await bench.index();
    for (const [number, [, ...queries]] of alphabets.entries())
      for (const query of queries)
        want(`by ${query}`, await foundBy(bench, query), [`shop-key-v${number}.1`]);
  });

  check("messages of agents are found too, and all of what is found is told", async (bench) => {
    const id = await bench.converse();
    bench.now += 1_000;
    await bench.store(anOutboundAppend(id, { messages: [aText("The parcel is here")] }), noLeases);
    await bench.index();
    const [message] = (await bench.messages(id)).slice(-1);
    const conversation = await bench.stores.conversations.find({ id });
    want("the whole hit", await findAll(bench, "parcel"), [{ conversation, message }]);
  });

  check("file names, titles and captions of media are found", async (bench) => {
    const media = { type: "document", file: "https://x.example/1", file_name: "Invoice-March.pdf" };
    const caption = { ...media, file_name: "x.pdf", text: "the contract", title: "Appendix" };
    await bench.store(
      anInboundAppend({ messages: [JSON.stringify(media), JSON.stringify(caption)] }),
    );
    await bench.index();
    want("by name", await foundBy(bench, "invoice-ma"), ["shop-key-1.1"]);
    want("by caption", await foundBy(bench, "contract"), ["shop-key-1.2"]);
    want("by title", await foundBy(bench, "appendix"), ["shop-key-1.2"]);
    want("not by address", await foundBy(bench, "x.example"), []);
  });

  check("a visitor is found by name, contact details and id", async (bench) => {
    const profile = { name: "Zoë Grün", phone: "+49 (170) 123-45", email: "Zoe@Example.org" };
    const visitor = { visitorKey: "customer-77", profile, messages: [aText("x")] };
    await bench.store(anInboundAppend(visitor));
    await bench.index();
    for (const query of ["zoë", "GRÜN", "oe@exam", "4917012345", "+49 (170)", "omer-77"])
      want(`by ${query}`, await foundBy(bench, query), ["shop-key-customer-77"]);
    const [hit] = await findAll(bench, "grün");
    want("the message is null", hit?.message, null);
    want("the profile", hit?.conversation.profile, profile);
  });

  check("every word must be there, each anywhere in the entry", async (bench) => {
    await bench.store(
      anInboundAppend({
        messages: [aText("the red apple"), aText("a green apple"), aText("red or green")],
      }),
    );
    await bench.index();
    want("two words", await foundBy(bench, "apple red"), ["shop-key-1.1"]);
    want("a word and a letter", await foundBy(bench, "a green apple"), ["shop-key-1.2"]);
    want("one does not fit", await foundBy(bench, "red pear"), []);
  });
}
