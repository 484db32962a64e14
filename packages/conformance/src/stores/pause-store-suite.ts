import type { BackendPause, Lease, PausedLane } from "@parley/core";
import { citeRules } from "../cite-rules.ts";
import type { Runner } from "../runner.ts";
import {
  aBackendPause,
  anInboundAppend,
  aText,
  delivered,
  deliveredWith,
  failed,
  noLeases,
  pausedAt,
  retryAt,
} from "../samples/samples.ts";
import { sources } from "../sources.ts";
import {
  type Check,
  checksOf,
  onlyLease,
  type OpenStores,
  type StoreBench,
} from "./store-bench.ts";
import { want, wantSome } from "../want.ts";

const hourMs = 3_600_000;

/** Tests a `PauseStore`. */
export function pauseStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.pauseStore), open);
  runner.describe(`${name} as a PauseStore`, () => {
    checkSaves(check);
    checkLists(check);
    checkOneConversation(check);
    checkAll(check);
  });
}

const pauses = async (bench: StoreBench): Promise<readonly BackendPause[]> =>
  (await bench.stores.pauses.pauses()).toSorted((a, b) => (a.backend < b.backend ? -1 : 1));

function checkSaves(check: Check): void {
  check("a pause is kept, field for field, also after a restart", async (bench) => {
    want("none at first", await pauses(bench), []);
    const pause = aBackendPause({ readyAt: 1_699_999_999_999 });
    const ended = aBackendPause({ backend: "other", since: null, until: null });
    want("taken", await bench.stores.pauses.save(pause), true);
    want("another backend's too", await bench.stores.pauses.save(ended), true);
    want("read at once", await pauses(bench), [pause, ended]);
    await bench.restart();
    want("and after a restart", await pauses(bench), [pause, ended]);
  });

  check("a change replaces exactly the revision before it", async (bench) => {
    const save = (changes: Partial<BackendPause>) =>
      bench.stores.pauses.save(aBackendPause(changes));
    want("nothing to change", await save({ revision: 2 }), false);
    want("and nothing is made", await pauses(bench), []);
    await save({});
    want("the first revision once", await save({ until: null }), false);
    const second = aBackendPause({ revision: 2, since: null, until: null, readyAt: 5 });
    want("revision 2 after 1", await bench.stores.pauses.save(second), true);
    want("of two changes at once one loses", await save({ revision: 2 }), false);
    want("a gap is refused", await save({ revision: 4 }), false);
    want("the winner stands", await pauses(bench), [second]);
  });

  check("of changes of one revision at once exactly one is taken", async (bench) => {
    const untils = [1, 2, 3, 4, 5];
    const saved = await Promise.all(
      untils.map((until) => bench.stores.pauses.save(aBackendPause({ until }))),
    );
    want("one", saved.filter((isSaved) => isSaved).length, 1);
    want("it stands", (await pauses(bench))[0]?.until, untils[saved.indexOf(true)]);
  });
}

/** Makes a conversation whose inbound lane is paused from now on. */
async function pause(bench: StoreBench, visitorKey: string, forMs = hourMs): Promise<Lease> {
  const lease = await bench.accept(anInboundAppend({ visitorKey }));
  await bench.settle(lease, pausedAt(bench.now, forMs));
  return lease;
}

const pausedLane = ({ lane, backend, head }: Lease, since: number): PausedLane => ({
  lane,
  backend,
  sequence: head.sequence,
  since,
});

function checkLists(check: Check): void {
  check("paused lanes are listed, the longest paused first", async (bench) => {
    want("none at first", await bench.stores.pauses.longestPaused(5), []);
    const wanted: PausedLane[] = [];
    for (const visitorKey of ["3", "1", "2"]) {
      bench.now += 10;
      wanted.push(pausedLane(await pause(bench, visitorKey), bench.now));
    }
    await bench.settle(
      await bench.accept(anInboundAppend({ visitorKey: "4" })),
      retryAt(bench.now + 1_000),
    );
    want("all three", await bench.stores.pauses.longestPaused(5), wanted);
    want("as many as asked for", await bench.stores.pauses.longestPaused(2), wanted.slice(0, 2));
    await bench.restart();
    want("also after a restart", await bench.stores.pauses.longestPaused(5), wanted);
  });

  check("a lane is listed until its head is taken or tried in vain", async (bench) => {
    const listed = async () =>
      (await bench.stores.pauses.longestPaused(5)).map(({ lane }) => lane.conversationId);
    const first = await pause(bench, "1", 1_000);
    const second = await pause(bench, "2", 1_000);
    bench.now += 1_000;
    const leases = await bench.claim();
    const ids = [first.lane.conversationId, second.lane.conversationId];
    want("under its lease too", await listed(), ids);
    await bench.settle(wantSome("the first lane", leases[0]), delivered);
    want("one was taken", await listed(), [second.lane.conversationId]);
    await bench.settle(wantSome("the second lane", leases[1]), retryAt(bench.now));
    want("the other was tried", await listed(), []);
    const again = onlyLease({ leases: await bench.claim() });
    await bench.settle(again, pausedAt(bench.now, 1_000));
    await bench.erase(second.lane.conversationId);
    want("an erased conversation has none", await listed(), []);
  });
}

function checkOneConversation(check: Check): void {
  check("lanes of a conversation that gets ready come first", async (bench) => {
    const ready = await pause(bench, "ready");
    const { conversationId } = ready.lane;
    await bench.settle(await bench.reply(conversationId), deliveredWith("{}"), noLeases);
    const report = await bench.settle(await bench.reply(conversationId), failed("{}"));
    const reported = wantSome(
      "the report",
      report.leases.find(({ lane }) => lane.kind === "reports"),
    );
    await bench.settle(reported, retryAt(bench.now + 60_000, "tried"), noLeases);
    const other = await pause(bench, "other");
    bench.now += 1_000;
    const count = await bench.stores.pauses.resume({ conversationId }, bench.now);
    want("its three lanes of the agent app", count, 3);
    const { inbound, reports, notices } = await bench.stores.messages.nextDueAt();
    want("they are first", [inbound, reports, notices], [0, 0, 0]);
    const leases = await bench.claim();
    want(
      "and claimed, nothing else is",
      leases.map(({ lane }) => lane.conversationId),
      [conversationId, conversationId, conversationId],
    );
    const again = wantSome(
      "the report",
      leases.find(({ lane }) => lane.kind === "reports"),
    );
    want(
      "a lane that was not paused keeps its attempts, its start and its memo",
      [again.attempt, again.startedAt, again.memo],
      [2, reported.startedAt, "tried"],
    );
    const paused = await bench.stores.pauses.longestPaused(5);
    want("the other stays paused", paused.at(-1)?.lane, other.lane);
  });

  check("lanes under a lease, and the outbound lane, stay as they are", async (bench) => {
    const lease = await bench.accept();
    const { conversationId } = lease.lane;
    const outbound = await bench.reply(conversationId);
    await bench.settle(outbound, retryAt(outbound.startedAt + 3_000), noLeases);
    const before = await bench.stores.messages.nextDueAt();
    want("none", await bench.stores.pauses.resume({ conversationId }, bench.now), 0);
    want("all as before", await bench.stores.messages.nextDueAt(), before);
    want("the lease stands", (await bench.settle(lease, delivered)).settlements, ["settled"]);
  });

  check("a conversation that is not there has no lane", async (bench) => {
    await pause(bench, "1");
    for (const conversationId of ["nobody", "", "\u0000"])
      want("none", await bench.stores.pauses.resume({ conversationId }, bench.now), 0);
    want("nothing is due", await bench.claim(), []);
  });
}

function checkAll(check: Check): void {
  check("of all lanes the longest paused go on, as many as asked for", async (bench) => {
    for (const visitorKey of ["3", "1", "2"]) {
      bench.now += 10;
      await pause(bench, visitorKey);
    }
    bench.now += 1_000;
    want("none", await bench.stores.pauses.resume({ limit: 0 }, bench.now), 0);
    want("two", await bench.stores.pauses.resume({ limit: 2 }, bench.now), 2);
    want("due now", (await bench.stores.messages.nextDueAt()).inbound, bench.now);
    const visitors = (await bench.claim()).map(({ conversation }) => conversation.visitorKey);
    want("the two longest", visitors.toSorted(), ["1", "3"]);
    want("then the rest", await bench.stores.pauses.resume({ limit: 5 }, bench.now), 1);
    want("then none", await bench.stores.pauses.resume({ limit: 5 }, bench.now), 0);
  });

  check("lanes that are due already are not counted, nor lanes under a lease", async (bench) => {
    await pause(bench, "due", 1_000);
    await pause(bench, "leased", 500);
    bench.now += 500;
    const leased = onlyLease({ leases: await bench.claim() });
    bench.now += 500;
    await pause(bench, "later");
    want("the third alone", await bench.stores.pauses.resume({ limit: 5 }, bench.now), 1);
    want("the lease stands", (await bench.settle(leased, delivered)).settlements, ["settled"]);
  });

  check("a lane that waits after a failed attempt goes on waiting", async (bench) => {
    const lease = await bench.accept();
    await bench.settle(lease, retryAt(bench.now + 60_000));
    want("none", await bench.stores.pauses.resume({ limit: 5 }, bench.now), 0);
    want("not due", await bench.claim(), []);
  });

  check("the time that is left of a pause is taken back from the start", async (bench) => {
    const first = await bench.accept();
    await bench.settle(first, retryAt(bench.now + 1_000, "memo"));
    bench.now += 1_000;
    const second = onlyLease({ leases: await bench.claim() });
    await bench.settle(second, pausedAt(bench.now, hourMs, { memo: "memo" }));
    bench.now += 5_000;
    await bench.stores.pauses.resume({ limit: 1 }, bench.now);
    await bench.restart();
    const third = onlyLease({ leases: await bench.claim() });
    want(
      "only the five seconds of the pause do not count",
      [third.attempt, third.startedAt, third.memo],
      [2, first.startedAt + 5_000, "memo"],
    );
    want("and since when it is paused", third.pausedSince, bench.now - 5_000);
  });

  check("appends and pauses go on side by side with it", async (bench) => {
    const texts = Array.from({ length: 20 }, (_, index) => `${index}`);
    for (const visitorKey of texts) await pause(bench, visitorKey);
    const more = texts.map((visitorKey) => anInboundAppend({ visitorKey, messages: [aText("m")] }));
    const [count] = await Promise.all([
      bench.stores.pauses.resume({ limit: 20 }, bench.now),
      bench.storeAll(more, noLeases),
    ]);
    const others = await bench.stores.pauses.resume({ limit: 20 }, bench.now);
    want("each lane once", count + others, 20);
    want("all are due", (await bench.claim()).length, 20);
    const { inbound } = await bench.stores.deliveries.backlog();
    want("nothing was lost", inbound.waiting, 40);
  });
}
