import type { Lease } from "@parley/core";
import { put } from "../../state-store/state-bench.ts";
import {
  anOutboundAppend,
  aText,
  delivered,
  deliveredWith,
  failed,
  noLeases,
  retryAt,
} from "../../samples/samples.ts";
import { type Check, onlyLease, type StoreBench } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import {
  assign,
  beginIdle,
  by,
  dueOf,
  forAll,
  heads,
  failedFor,
  deliveredFor,
} from "./owner-bench.ts";

/** Stores a message of a backend. */
async function send(bench: StoreBench, id: string, backend: string, text: string) {
  const append = anOutboundAppend(id, { by: by(backend), messages: [aText(text)] });
  return (await bench.commit({ appends: [append] }, forAll)).leases;
}

/** A report of each of two backends, in one conversation; their leases. */
async function twoReports(bench: StoreBench): Promise<readonly [string, Lease, Lease]> {
  const id = await beginIdle(bench);
  const own = onlyLease(
    await bench.settle(await bench.reply(id), failedFor("default", aText("a")), forAll),
  );
  await assign(bench, id, "sales");
  const other = onlyLease(
    await bench.settle(await bench.reply(id), failedFor("sales", aText("b")), forAll),
  );
  return [id, own, other];
}

export function checkOwnerReports(check: Check): void {
  check("what was accepted before a change goes out in order, as its sender's", async (bench) => {
    const id = await beginIdle(bench);
    const [first] = await send(bench, id, "default", "a");
    await send(bench, id, "default", "b");
    await assign(bench, id, "sales");
    want("the third waits", await send(bench, id, "sales", "c"), []);
    let lease = first as Lease;
    const seen: unknown[] = [...heads([lease])];
    for (let more = 0; more < 2; more += 1) {
      lease = onlyLease(await bench.settle(lease, delivered, forAll));
      seen.push(...heads([lease]));
    }
    want("each with its sender", seen, [
      ["default", "a"],
      ["default", "b"],
      ["sales", "c"],
    ]);
  });

  check("a change takes nothing away from what is under way to the visitor", async (bench) => {
    const id = await beginIdle(bench);
    const lease = await bench.reply(id);
    await assign(bench, id, "sales");
    await bench.settle(lease, retryAt(lease.startedAt + 3_000, "memo"), forAll);
    bench.now = lease.startedAt + 3_000;
    const again = onlyLease({ leases: await bench.claim() });
    want(
      "its series goes on",
      [again.attempt, again.startedAt, again.memo, again.backend],
      [2, lease.startedAt, "memo", "default"],
    );
  });

  check("reports go to the backend that the verdict names, each on its lane", async (bench) => {
    const [id, own, other] = await twoReports(bench);
    want("whose they are", heads([own, other]), [
      ["default", "a"],
      ["sales", "b"],
    ]);
    const lane = { kind: "reports", conversationId: id };
    want("of the same kind", [own.lane, other.lane], [lane, lane]);
    want("each with a lease of its own", own.token !== other.token, true);
    const due = [(await dueOf(bench, "default")).reports, (await dueOf(bench, "sales")).reports];
    want("of each is told when it is due", due, [own.until, other.until]);
    const settled = await bench.settle(other, delivered, forAll);
    want("the one settles its own", [settled.settlements, settled.leases], [["settled"], []]);
    want("once", (await bench.trySettle(other, delivered)).settlements, ["stale"]);
    want("the other stands", (await bench.settle(own, delivered)).settlements, ["settled"]);
  });

  check("without a name they go to `default`, whoever owns the conversation", async (bench) => {
    const id = await beginIdle(bench, { backend: "sales" });
    const report = onlyLease(await bench.settle(await bench.reply(id), failed("{}"), forAll));
    const notice = onlyLease(
      await bench.settle(await bench.reply(id), deliveredWith("{}"), forAll),
    );
    want("both", [report.backend, notice.backend], ["default", "default"]);
  });

  check("a backend that is down delays no other's reports or notices", async (bench) => {
    for (const [kind, told] of [
      ["reports", failedFor],
      ["notices", deliveredFor],
    ] as const) {
      const id = await beginIdle(bench, { visitorKey: kind });
      const tell = async (backend: string, text: string) =>
        bench.settle(await bench.reply(id), told(backend, aText(text)), forAll);
      const down = onlyLease(await tell("sales", "a"));
      await bench.settle(down, retryAt(bench.now + 60_000), forAll);
      want("behind it", (await tell("sales", "b")).leases, []);
      const first = onlyLease(await tell("default", "c"));
      want("the other's at once", heads([first]), [["default", "c"]]);
      want("its next waits for it alone", (await tell("default", "d")).leases, []);
      const next = onlyLease(await bench.settle(first, delivered, forAll));
      want("and follows", [next.lane.kind, ...heads([next])], [kind, ["default", "d"]]);
      want("then none", (await bench.settle(next, delivered, forAll)).leases, []);
      bench.now += 60_000;
      const again = onlyLease({ leases: await bench.claim(forAll) });
      want("the first is tried again", [again.attempt, ...heads([again])], [2, ["sales", "a"]]);
      const last = onlyLease(await bench.settle(again, delivered, forAll));
      want("before the second", heads([last]), [["sales", "b"]]);
      await bench.settle(last, delivered, forAll);
    }
  });

  check("a change of owner moves no report", async (bench) => {
    const id = await beginIdle(bench);
    await bench.settle(await bench.reply(id), failedFor("default", aText("a")), noLeases);
    await assign(bench, id, "sales");
    want("it stays with who sent", heads(await bench.claim(forAll)), [["default", "a"]]);
  });

  check("each lane is a turn of its own to write under", async (bench) => {
    const [id, own, other] = await twoReports(bench);
    const write = async (token: number) => {
      const turn = { kind: "reports", conversationId: id, token } as const;
      const batch = { instance: "app", writes: [put("a", { when: { turn } })] };
      const limits = { entries: 9, bytes: 999 };
      return (await bench.commit({ states: [{ ...batch, limits }] }, noLeases)).states[0]?.written;
    };
    want("both", [await write(own.token), await write(other.token)], [true, true]);
    await bench.settle(own, delivered, noLeases);
    want("until settled", [await write(own.token), await write(other.token)], [false, true]);
  });
}
