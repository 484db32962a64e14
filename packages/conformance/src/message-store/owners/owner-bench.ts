import type {
  BackendBudget,
  CommitResult,
  Lease,
  LeaseBudget,
  Owner,
  OwnerAppend,
  OwnerChange,
  SendingBackend,
  Verdict,
} from "@parley/core";
import { allPages } from "../../stores/all-pages.ts";
import { anInboundAppend, anOwnerAppend, aText, delivered } from "../../samples/samples.ts";
import { type Check, type StoreBench } from "../../stores/store-bench.ts";
import { wantDone } from "../../want-done.ts";
import { wantSome } from "../../want.ts";

/** The backends of these rules. */
export const backendNames = ["default", "sales", "support"] as const;

const each: BackendBudget = { inbound: 100, reports: 100, notices: 100 };

/** A budget for the lanes of every backend. */
export const forAll: Partial<LeaseBudget> = { others: { sales: each, support: each } };

/** A check whose store knows the backends. */
export function knowing(check: Check): Check {
  return (title, body) =>
    check(title, async (bench) => {
      await openBackends(bench);
      await body(bench);
    });
}

/** As a gateway with three backends does when it starts. */
export async function openBackends(bench: StoreBench): Promise<void> {
  await bench.stores.backends.open({ names: backendNames, takesDefault: null });
}

/** A crash of the gateway, and its next start. */
export async function startAgain(bench: StoreBench): Promise<void> {
  await bench.restart();
  await openBackends(bench);
}

/** Stores a visitor's message for an owner and returns its lease. */
export async function begin(
  bench: StoreBench,
  { texts = ["hello"], visitorKey = "1", backend = "default" }: BegunConversation = {},
): Promise<Lease> {
  const messages = texts.map(aText);
  return bench.accept(anInboundAppend({ visitorKey, backend, messages }), forAll);
}

interface BegunConversation {
  readonly texts?: readonly string[];
  readonly visitorKey?: string;
  readonly backend?: string;
}

/** A conversation of `backend` for which nothing waits; its id. */
export async function beginIdle(bench: StoreBench, begun: BegunConversation = {}): Promise<string> {
  const lease = await begin(bench, begun);
  await bench.settle(lease, delivered, forAll);
  return lease.lane.conversationId;
}

/** Gives a conversation to a backend, under its fence. */
export async function assign(
  bench: StoreBench,
  id: string,
  backend: string | null,
  changes: Partial<OwnerAppend> = {},
  budget: Partial<LeaseBudget> = forAll,
): Promise<CommitResult> {
  const append = await aTransition(bench, id, backend, changes);
  return wantDone("a change of owner", await bench.commit({ appends: [append] }, budget));
}

/** The change that gives a conversation to a backend, under its fence. */
export async function aTransition(
  bench: StoreBench,
  id: string,
  backend: string | null,
  changes: Partial<OwnerAppend> = {},
): Promise<OwnerAppend> {
  const { fence } = await ownerOf(bench, id);
  return anOwnerAppend(id, { backend, assignee: null }, { fence, ...changes });
}

/** Who sends: one backend, under a fence or not. */
export function by(backend: string, fence: number | null = null): SendingBackend {
  return { backends: [backend], fence };
}

/** A failure whose report, by default an empty one, goes to a backend. */
export function failedFor(tells: string, report = "{}"): Verdict {
  return { kind: "failed", failure: { reason: "timeout" }, report, record: null, tells };
}

/** A delivery whose notice goes to a backend. */
export function deliveredFor(tells: string, notice = "{}"): Verdict {
  return { kind: "delivered", record: null, notice, tells };
}

export async function ownerOf(bench: StoreBench, id: string): Promise<Owner> {
  const found = await bench.stores.conversations.find({ id });
  return wantSome("the conversation is there", found).owner;
}

/** All changes of a conversation's owner, newest first. */
export async function historyOf(bench: StoreBench, id: string): Promise<readonly OwnerChange[]> {
  return (await allPages(200, (page) => bench.stores.owners.history(id, page))).flat();
}

/** What is due of one backend, leased lanes included. */
export function dueOf(bench: StoreBench, backend: string) {
  return bench.stores.messages.nextDueAt(backend);
}

/** Backend and text of each lease, in the order of the backends' names. */
export function heads(leases: readonly Lease[]): readonly (readonly [string, string])[] {
  return leases.map(({ backend, head }) => [backend, textOf(head.message)] as const).toSorted();
}

/** The text of a message; of a change of owner its name. */
function textOf(message: string): string {
  const { text, name } = JSON.parse(message) as { text?: string; name?: string };
  return text ?? name ?? message;
}
