import { aResendAppend, failed } from "../../samples/samples.ts";
import { type Check, onlyLease, sequencesOf } from "../../stores/store-bench.ts";
import { want } from "../../want.ts";
import { assign, begin, forAll, heads, historyOf, ownerOf } from "./owner-bench.ts";

export function checkOwnerDeadLetters(check: Check): void {
  check("a dead letter is redelivered to whoever owns the conversation now", async (bench) => {
    const dead = await begin(bench);
    const id = dead.lane.conversationId;
    await bench.settle(dead, failed());
    await assign(bench, id, "sales");
    const again = { ...aResendAppend(id, dead.head.sequence, "inbound"), backend: "support" };
    const lease = onlyLease(await bench.commit({ appends: [again] }, forAll));
    want("its lease", heads([lease]), [["sales", "hello"]]);
    want("no other owner", (await ownerOf(bench, id)).fence, 1);
    await bench.settle(lease, failed());
    await assign(bench, id, "support");
    const letters = await bench.stores.deadLetters.deadLetters({ before: null, limit: 5 });
    want(
      "it stays in the list",
      letters.items.map(({ sequence }) => sequence),
      [1],
    );
  });

  check("a dead letter of nobody goes to the backend that its redelivery names", async (bench) => {
    const dead = await begin(bench);
    const id = dead.lane.conversationId;
    await bench.settle(dead, failed());
    await assign(bench, id, null);
    const again = { ...aResendAppend(id, dead.head.sequence, "inbound"), backend: "sales" };
    const { appends, leases } = await bench.commit({ appends: [again] }, forAll);
    want("stored", appends.map(sequencesOf), [[2]]);
    want("its lease", heads(leases), [["sales", "hello"]]);
    want("its owner", await ownerOf(bench, id), { backend: "sales", assignee: null, fence: 2 });
    want("the row", (await historyOf(bench, id))[0]?.name, "chosen");
  });
}
