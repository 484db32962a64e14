import { everOwners } from "./ever-owners.ts";
import { type Check, entriesOf, type Run } from "../../run.ts";

/** Every agent app that may keep something of a conversation is told of its erasure. */
export const erasuresTold: Check = {
  name: "erasures-told",
  promise:
    "Every agent app that ever owned an erased conversation hears of the erasure until it has taken it, and no other.",
  find: (run) => (run.plan.router === undefined ? [] : faultsOf(run)),
};

function faultsOf(run: Run): string[] {
  const taken = entriesOf(run, "erasure-taken");
  const [untold] = entriesOf(run, "untold-erasures");
  return [...run.ledger.accounts.all.values()].flatMap((account) => {
    const { id, erasedAt } = account;
    if (erasedAt === null) return [];
    const owners = everOwners(account);
    const by = new Set(
      taken.flatMap(({ conversationId, backend = "" }) => (conversationId === id ? [backend] : [])),
    );
    const strange = [...by].filter((backend) => !owners.includes(backend));
    const isOver = untold !== undefined && !untold.conversationIds.includes(id);
    const missing = isOver ? owners.filter((backend) => !by.has(backend)) : [];
    return [
      ...strange.map((backend) => `${backend} heard that ${id} was erased, which it never owned`),
      ...missing.map((backend) => `${backend} never took that ${id} was erased`),
    ];
  });
}
