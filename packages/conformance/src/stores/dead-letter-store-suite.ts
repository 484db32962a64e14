import { citeRules } from "../cite-rules.ts";
import { sources } from "../sources.ts";
import type { DeadLetter } from "@parley/core";
import type { Runner } from "../runner.ts";
import { aResendAppend, anInboundAppend, delivered, failed } from "../samples/samples.ts";
import { checksOf, type OpenStores, onlyLease, type StoreBench } from "./store-bench.ts";
import { want } from "../want.ts";

/** Tests a `DeadLetterStore`. */
export function deadLetterStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.deadLetterStore), open);
  runner.describe(`${name} as a DeadLetterStore`, () => {
    check("an inbound message that failed is a dead letter, with its reason", async (bench) => {
      const lease = await bench.accept();
      const acceptedAt = bench.now;
      bench.now += 1_000;
      const failure = { reason: "backend-rejected", description: "no such inbox" } as const;
      await bench.settle(lease, { kind: "failed", failure, report: "{}", record: null });
      const conversationId = lease.lane.conversationId;
      want("it reads like this", await all(bench), [
        { conversationId, channelId: "shop", sequence: 1, failure, acceptedAt },
      ]);
    });

    check("agent messages and delivered ones are none", async (bench) => {
      const id = await bench.converse();
      await bench.settle(await bench.reply(id), failed());
      want("nothing is listed", await all(bench), []);
    });

    check(
      "a dead letter under way again is none, and one again when it fails again",
      async (bench) => {
        const lease = await bench.accept();
        const id = lease.lane.conversationId;
        await bench.settle(lease, failed());
        const [letter] = await all(bench);
        bench.now += 1_000;
        const again = onlyLease(await bench.commit({ appends: [aResendAppend(id, 1, "inbound")] }));
        want("while it is under way", await all(bench), []);
        await bench.settle(again, failed());
        want("it is the same letter, by the message's sequence", await all(bench), [letter]);
        const last = onlyLease(await bench.commit({ appends: [aResendAppend(id, 1, "inbound")] }));
        await bench.settle(last, delivered);
        want("once delivered it is none", await all(bench), []);
      },
    );

    check("dead letters are listed newest first, page by page", async (bench) => {
      for (const visitorKey of ["1", "2", "3"]) {
        bench.now += 10;
        await bench.settle(await bench.accept(anInboundAppend({ visitorKey })), failed());
      }
      const first = await bench.stores.deadLetters.deadLetters({ before: null, limit: 2 });
      const second = await bench.stores.deadLetters.deadLetters({ before: first.next, limit: 2 });
      want(
        "two pages",
        [first, second].map((page) => page.items.map((letter) => letter.conversationId)),
        [["shop-key-3", "shop-key-2"], ["shop-key-1"]],
      );
      want("the last page says so", second.next, null);
    });

    check("dead letters of one instant are each listed once, over any page size", async (bench) => {
      const messages = ["{}", "{}", "{}"];
      let { leases } = await bench.commit({
        appends: [anInboundAppend({ messages }), anInboundAppend({ visitorKey: "2" })],
      });
      while (leases.length > 0) {
        const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: failed() }));
        ({ leases } = await bench.commit({ settlements }));
      }
      want(
        "the newer conversation first, then the later message",
        (await all(bench, 1)).map((letter) => [letter.conversationId, letter.sequence]),
        [
          ["shop-key-2", 1],
          ["shop-key-1", 3],
          ["shop-key-1", 2],
          ["shop-key-1", 1],
        ],
      );
    });

    check("erasing the conversation erases its dead letters", async (bench) => {
      const lease = await bench.accept();
      await bench.settle(lease, failed());
      await bench.erase(lease.lane.conversationId);
      want("none is left", await all(bench), []);
    });

    check("a cursor that no page gave ends the list instead of failing", async (bench) => {
      await bench.settle(await bench.accept(), failed());
      for (const before of ["", "x", "1-2", "--", "1-2-3-4"]) {
        want("an empty page", await bench.stores.deadLetters.deadLetters({ before, limit: 5 }), {
          items: [],
          next: null,
        });
      }
    });
  });
}

async function all(bench: StoreBench, limit = 200): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  let before: string | null = null;
  do {
    const page = await bench.stores.deadLetters.deadLetters({ before, limit });
    letters.push(...page.items);
    before = page.next;
  } while (before !== null && letters.length < 20);
  return letters;
}
