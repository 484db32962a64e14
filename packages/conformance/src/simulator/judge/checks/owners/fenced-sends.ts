import { type Append, refusals as table } from "@parley/core";
import { labelIn } from "../../../world/label.ts";
import { type ConversationAccount, ownerAt } from "../../delivery.ts";
import { type Check, entriesOf, type Run } from "../../run.ts";
import type { Entry } from "../../trace-entry.ts";

type Asked = Extract<Entry, { kind: "asked" }>;
type Post = Extract<Entry, { kind: "post" }>;

/** Only the owner writes to a visitor. */
export const fencedSends: Check = {
  name: "fenced-sends",
  promise:
    "No message of an agent app is stored unless it owns the conversation then, under the fence that it names, none is refused that may be stored, and no typing of another one is sent.",
  find: (run) => [
    ...run.ledger.owners.sendFaults,
    ...unfaithful(run),
    ...unjustified(run),
    ...foreignTyping(run),
  ],
};

/** An append names the agent app that asked, and its fence. */
function unfaithful(run: Run): string[] {
  const asked = new Map<string | null, string[]>();
  for (const { inputKind, label, by, fence = null } of entriesOf(run, "asked"))
    if (inputKind === "agent" && by !== undefined)
      asked.set(label, [...(asked.get(label) ?? []), textOf(by, fence)]);
  return entriesOf(run, "commit").flatMap(({ batch }) =>
    batch.appends.flatMap((append) => {
      const label = labelOf(append);
      const wanted = asked.get(label);
      if (append.kind !== "outbound" || wanted === undefined) return [];
      const told = textOf(append.by?.backends.join() ?? null, append.by?.fence ?? null);
      return wanted.includes(told)
        ? []
        : [`${label} was asked for by ${wanted.join(" and ")}, and stored as by ${told}`];
    }),
  );
}

/** The gateway itself needs no fence. */
function textOf(by: string | null, fence: number | null): string {
  return by === null ? "the gateway" : `${by} under ${fence}`;
}

function labelOf(append: Append): string {
  return "messages" in append ? (labelIn(append.messages[0] ?? "") ?? "") : "";
}

/** A send is answered `not-owner` only if the store refused it so. */
function unjustified(run: Run): string[] {
  const refused = new Set(
    entriesOf(run, "commit").flatMap(({ batch, result }) =>
      batch.appends.flatMap((append, index) => {
        const answer = result.appends[index];
        const isSo = answer?.status === "refused" && answer.refusal === "not-owner";
        return isSo ? [labelOf(append)] : [];
      }),
    ),
  );
  return entriesOf(run, "answered").flatMap(({ inputKind, code, label }) =>
    inputKind === "agent" && code === table.notOwner.code && !refused.has(label ?? "")
      ? [`${label} was refused as not the owner's, and the store never said so`]
      : [],
  );
}

/** Typing is sent only if its agent app owned the conversation at some instant between the call and the post. */
function foreignTyping(run: Run): string[] {
  const typed = entriesOf(run, "asked").filter(
    ({ inputKind, by }) => inputKind === "agent-typing" && by !== undefined,
  );
  if (typed.length === 0) return [];
  return entriesOf(run, "post").flatMap((post) => {
    // The end of typing is sent whoever owns the conversation by then.
    const isBegun = post.typing && post.body.includes('"typein"');
    const account = isBegun ? accountOf(run, post) : undefined;
    if (account === undefined) return [];
    const own = typed.filter(
      ({ life, at, conversationId }) =>
        life === post.life && at <= post.askedAt && conversationId === account.id,
    );
    const isOwners = own.some((asked) => isOwner(account, asked, post.askedAt));
    return isOwners || own.length === 0
      ? []
      : [`${post.life} sent typing in ${account.id}, of ${own.map(({ by }) => by).join()}`];
  });
}

function accountOf({ ledger }: Run, { url, body }: Post): ConversationAccount | undefined {
  const recipient = /"recipient":\{"id":(.*?)\},"message"/.exec(body)?.[1];
  return [...ledger.accounts.all.values()].findLast(
    ({ channelId, visitorId }) => url.endsWith(`/${channelId}`) && visitorId === recipient,
  );
}

function isOwner(account: ConversationAccount, { by, at }: Asked, sentAt: number): boolean {
  if (by === null || by === ownerAt(account, at) || by === ownerAt(account, sentAt)) return true;
  return account.changes.some(
    ({ changedAt, from, to }) =>
      changedAt >= at && changedAt <= sentAt && (from.backend === by || to.backend === by),
  );
}
