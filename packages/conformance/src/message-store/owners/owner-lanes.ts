import type { Verdict } from "@parley/core";
import { put } from "../../state-store/state-bench.ts";
import {
  anInboundAppend,
  aText,
  delivered,
  failed,
  noLeases,
  pausedAt,
  retryAt,
} from "../../samples/samples.ts";
import { type Check, onlyLease } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import { assign, aTransition, begin, beginIdle, forAll, heads, startAgain } from "./owner-bench.ts";

export function checkOwnerLanes(check: Check): void {
  check("a new backend makes the old one's lease stale", async (bench) => {
    const verdicts: readonly Verdict[] = [
      delivered,
      failed("{}"),
      retryAt(bench.now),
      pausedAt(bench.now, 1_000),
    ];
    for (const [index, verdict] of verdicts.entries()) {
      const lease = await begin(bench, { visitorKey: `${index}` });
      const { conversationId } = lease.lane;
      const [taken] = (await assign(bench, conversationId, "sales")).leases;
      const late = await bench.trySettle(lease, verdict, forAll);
      want(`${verdict.kind}: stale`, [late.settlements, late.leases], [["stale"], []]);
      want("the message waits", (await bench.messages(conversationId))[0]?.state, "waiting");
      want("nothing is reported", (await bench.stores.messages.nextDueAt()).reports, null);
      want("it is the new one's", taken?.head, lease.head);
    }
  });

  check("its lane starts anew: first attempt, no memo, no pause", async (bench) => {
    const first = await begin(bench);
    const id = first.lane.conversationId;
    await bench.settle(first, retryAt(bench.now + 1_000, "tried"));
    bench.now += 1_000;
    const second = onlyLease({ leases: await bench.claim() });
    await bench.settle(second, pausedAt(bench.now, 60_000, { memo: "tried" }));
    bench.now += 10;
    const lease = onlyLease(await assign(bench, id, "sales"));
    want("the lease of the new owner", lease, {
      ...first,
      backend: "sales",
      token: lease.token,
      startedAt: bench.now,
      until: bench.now + 11_000,
      conversation: await bench.stores.conversations.find({ id }),
    });
    want("nothing is paused", await bench.stores.pauses.longestPaused(5), []);
    const [delivery] = (await bench.stores.deliveries.deliveries({ conversationId: id }, newest))
      .items;
    want("nor is its delivery's record kept", [delivery?.attempt, delivery?.record], [1, null]);
  });

  check("what waits goes to the new owner in its order, later messages too", async (bench) => {
    const lease = await begin(bench, { texts: ["a", "b", "c"] });
    const id = lease.lane.conversationId;
    await bench.settle(lease, delivered);
    let next = onlyLease(await assign(bench, id, "sales"));
    await bench.store(anInboundAppend({ messages: [aText("d")] }), forAll);
    const seen: unknown[] = [...heads([next])];
    for (let more = 0; more < 2; more += 1) {
      next = onlyLease(await bench.settle(next, delivered, forAll));
      seen.push(...heads([next]));
    }
    const wanted = ["b", "c", "d"].map((text) => ["sales", text]);
    want("each once", seen, wanted);
    want("then nothing", (await bench.settle(next, delivered, forAll)).leases, []);
  });

  check("the old lease is no turn to write under any more", async (bench) => {
    const old = await begin(bench);
    const [taken] = (await assign(bench, old.lane.conversationId, "sales")).leases;
    const write = async (token = 0) => {
      const writes = [put("a", { when: { turn: { ...old.lane, token } } })];
      const batch = { instance: "app", writes, limits: { entries: 9, bytes: 999 } };
      return (await bench.commit({ states: [batch] }, noLeases)).states;
    };
    const refused = { written: false, index: 0, why: "stale-turn" };
    want("the old one", await write(old.token), [refused]);
    want("the new one", (await write(taken?.token))[0]?.written, true);
  });

  check("a lease that the same commit makes stale is not handed out", async (bench) => {
    const old = await begin(bench, { texts: ["a", "b"] });
    const id = old.lane.conversationId;
    const settlements = [{ lane: old.lane, token: old.token, verdict: delivered }];
    const appends = [await aTransition(bench, id, "sales")];
    const result = await bench.commit({ settlements, appends }, forAll);
    want("the settlement comes first", result.settlements, ["settled"]);
    want("the next head is the new owner's alone", heads(result.leases), [["sales", "b"]]);
    const other = anInboundAppend({ visitorKey: "2", candidateId: "c-2" });
    const change = {
      ...(await aTransition(bench, id, "support")),
      conversationId: "c-2",
      fence: 0,
    };
    const made = await bench.commit({ appends: [other, change] }, forAll);
    want("a new conversation's too", heads(made.leases), [["support", "hello"]]);
  });

  check("a conversation may come back: neither old lease is valid then", async (bench) => {
    const first = await begin(bench);
    const id = first.lane.conversationId;
    const second = onlyLease(await assign(bench, id, "sales"));
    const third = onlyLease(await assign(bench, id, "default"));
    const settlements = [first, second].map(({ lane, token }) => ({
      lane,
      token,
      verdict: delivered,
    }));
    want("stale", (await bench.commit({ settlements })).settlements, ["stale", "stale"]);
    want("the third", (await bench.settle(third, delivered)).settlements, ["settled"]);
  });

  check("a change and what it changes survive a crash", async (bench) => {
    const old = await begin(bench, { texts: ["a", "b"] });
    await assign(bench, old.lane.conversationId, "sales", {}, noLeases);
    await startAgain(bench);
    want("the old lease", (await bench.trySettle(old, delivered)).settlements, ["stale"]);
    const lease = onlyLease({ leases: await bench.claim(forAll) });
    want(
      "the first attempt of the new owner",
      [...heads([lease]), lease.attempt],
      [["sales", "a"], 1],
    );
  });

  check("nothing starts for an owner for whom nothing waits", async (bench) => {
    const id = await beginIdle(bench);
    want("no lease", (await assign(bench, id, "sales")).leases, []);
    want("nothing is due", (await bench.stores.messages.nextDueAt("sales")).inbound, null);
    want("the next is the new owner's", (await begin(bench)).backend, "sales");
  });
}

const newest = { before: null, limit: 1 } as const;
