import { aText, delivered, deliveredWith, noLeases } from "../../samples/samples.ts";
import { backlogOf, waitingFor } from "../../delivery-store/backlog.ts";
import { listDeliveries } from "../../delivery-store/list-deliveries.ts";
import { type Check, onlyLease } from "../../stores/store-bench.ts";
import { want, wantSome } from "../../want.ts";
import { assign, begin, beginIdle, dueOf, forAll, heads, startAgain } from "./owner-bench.ts";
import { changeIn } from "./new-owner-told.ts";

const tellsOld = { tellsOld: true } as const;

export function checkOldOwnerTold(check: Check): void {
  check("the old owner hears of the change on its lane of notices", async (bench) => {
    const old = await begin(bench);
    const id = old.lane.conversationId;
    const { leases } = await assign(bench, id, "sales", { ...tellsOld, tellsNew: true });
    want("both are told", heads(leases), [
      ["default", "assigned"],
      ["sales", "assigned"],
    ]);
    const notice = wantSome(
      "a notice",
      leases.find(({ lane }) => lane.kind === "notices"),
    );
    want("it is a delivery like any notice", notice.head, {
      sequence: 2,
      messageSequence: 2,
      message: notice.head.message,
      sender: null,
      recipientId: null,
      acceptedAt: bench.now,
    });
    want("and no head before events", notice.isOwnerChange, false);
    const told = leases.map((lease) => changeIn(lease));
    want("both the same", told[0], told[1]);
    want("without the notice itself", told[0]?.lastSequence, 1);
    want("once settled it is gone", (await bench.settle(notice, delivered)).leases, []);
    want("nothing is due", (await dueOf(bench, "default")).notices, null);
  });

  check("it comes after the notices that wait already", async (bench) => {
    const id = await beginIdle(bench);
    await bench.settle(await bench.reply(id), deliveredWith('{"text":"before"}'), noLeases);
    await assign(bench, id, "sales", tellsOld, noLeases);
    await assign(bench, id, "default", {}, noLeases);
    await assign(bench, id, "sales", tellsOld, noLeases);
    await startAgain(bench);
    let notice = onlyLease({ leases: await bench.claim(forAll) });
    want("that notice", heads([notice]), [["default", "before"]]);
    for (const fence of [1, 3]) {
      notice = onlyLease(await bench.settle(notice, delivered));
      want("then each change", changeIn(notice).fence, fence);
    }
  });

  check("a change of which nobody is to hear is told to nobody", async (bench) => {
    const id = await beginIdle(bench);
    want("no lease", (await assign(bench, id, "sales")).leases, []);
    for (const backend of ["default", "sales"])
      want(`nothing for ${backend}`, await dueOf(bench, backend), {
        inbound: null,
        outbound: null,
        reports: null,
        notices: null,
      });
  });

  check("a change that waits is neither a delivery nor a message", async (bench) => {
    const id = await beginIdle(bench);
    const before = await bench.messages(id);
    bench.now += 10;
    const lease = onlyLease(await assign(bench, id, "sales", { tellsNew: true }));
    const inbound = { lanes: 1, waiting: 0, oldestAcceptedAt: null };
    const { backends, ...kinds } = await backlogOf(bench);
    want(
      "a lane on which none waits",
      [kinds.inbound, backends],
      [inbound, { sales: waitingFor({ inbound }) }],
    );
    want("no delivery", await listDeliveries(bench, { state: "waiting" }), []);
    want("none of sequence 0", await bench.stores.deliveries.delivery(id, 0), null);
    want("no message", await bench.messages(id), before);
    want("settled", (await bench.settle(lease, delivered)).settlements, ["settled"]);
    want("no lane any more", (await backlogOf(bench)).inbound.lanes, 0);
  });

  check("a delivery behind the change is not the head", async (bench) => {
    const startedAt = bench.now;
    const old = await begin(bench);
    const id = old.lane.conversationId;
    bench.now += 10;
    await assign(bench, id, "sales", { tellsNew: true }, noLeases);
    const [waiting] = await listDeliveries(bench, { state: "waiting" });
    want(
      "attempt, instant and record",
      [waiting?.attempt, waiting?.due, waiting?.record],
      [0, null, null],
    );
    const inbound = { lanes: 1, waiting: 1, oldestAcceptedAt: startedAt };
    want("it waits for the new owner", (await backlogOf(bench)).backends, {
      sales: waitingFor({ inbound }),
    });
    const change = onlyLease({ leases: await bench.claim(forAll) });
    await bench.settle(change, delivered, noLeases);
    const [head] = await listDeliveries(bench, { conversationId: id });
    want("then it is", [head?.attempt, head?.due], [0, bench.now]);
  });

  check("the head of a change has the name and words that the change has", async (bench) => {
    const id = await beginIdle(bench);
    const why = `"quoted" \u0000 \ud800 ü ${aText("x")}`;
    const lease = onlyLease(await assign(bench, id, "sales", { why, tellsNew: true }));
    want("to the letter", changeIn(lease).why, why);
    await startAgain(bench);
    bench.now = lease.until;
    const again = onlyLease({ leases: await bench.claim(forAll) });
    want("after a crash too", again.head, lease.head);
  });
}
