import type { Delivery } from "../../delivery.ts";
import { type Check, entriesOf, type Run } from "../../run.ts";
import type { Entry } from "../../trace-entry.ts";

type PostEntry = Extract<Entry, { kind: "post" }>;

/** No typing notice is in flight together with a message of its conversation. */
export const typingYields: Check = {
  name: "typing-yields",
  promise: "A message that goes out aborts a typing notice that is still under way from its node.",
  find: (run) => {
    const ends = new Map(entriesOf(run, "post-end").map(({ call, at }) => [call, at]));
    const typings = entriesOf(run, "post").filter(({ typing }) => typing);
    return entriesOf(run, "post").flatMap((post) =>
      typings
        .filter((typing) => isBeside(run, typing, post, ends))
        .map(
          ({ at }) =>
            `${post.life} posted ${post.messageId} beside typing of ${post.at - at} ms before`,
        ),
    );
  },
};

function isBeside(
  run: Run,
  typing: PostEntry,
  post: PostEntry,
  ends: ReadonlyMap<number, number>,
): boolean {
  if (post.typing || typing.life !== post.life || typing.url !== post.url) return false;
  if (recipientOf(typing) !== recipientOf(post) || typing.at >= post.askedAt) return false;
  const endedAt = ends.get(typing.call) ?? Number.POSITIVE_INFINITY;
  const [delivery] = run.ledger.accounts.withMessageId(post.messageId);
  if (delivery === undefined || typing.askedAt < begunAt(run, delivery)) return false;
  const isFirst = delivery.posts[0]?.at === post.at && !delivery.isAgain;
  return isFirst && endedAt > post.askedAt;
}

/** Earlier typing belongs to an erased conversation. */
function begunAt({ ledger }: Run, { conversation }: Delivery): number {
  return ledger.deliveries.find((one) => one.conversation === conversation)?.committedAt ?? 0;
}

function recipientOf({ body }: PostEntry): string {
  return /"recipient":\{"id":[^}]*\}/.exec(body)?.[0] ?? "";
}
