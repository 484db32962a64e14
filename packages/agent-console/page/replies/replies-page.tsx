import { type ReactElement, useCallback } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { useLoaded } from "../ui/use-action.ts";
import { AddReply } from "./add-reply.tsx";
import { type CannedReply, replyApi } from "./reply-api.ts";
import { ReplyRow } from "./reply-row.tsx";

/** Canned replies: the agent's own, and those of all agents. */
export function RepliesPage({ me }: { readonly me: MeView }): ReactElement {
  const { value, problem, reload } = useLoaded(useCallback(() => replyApi.list(), []));
  const isAdmin = me.account.role === "admin";
  const all = value?.replies ?? [];
  return (
    <PageFrame
      title="Replies"
      about="Texts that you send often. In a conversation, type / and the shortcut."
      problem={problem}
      loading={value === null}
      testId="replies-page"
    >
      <AddReply isAdmin={isAdmin} onAdded={reload} />
      <ReplyList
        title="My replies"
        empty="You have no replies of your own yet."
        replies={all.filter(({ shared }) => !shared)}
        canChange
        onChanged={reload}
      />
      <ReplyList
        title="Replies for everyone"
        empty={isAdmin ? "There are none yet." : "There are none yet. Admins add them."}
        replies={all.filter(({ shared }) => shared)}
        canChange={isAdmin}
        onChanged={reload}
      />
    </PageFrame>
  );
}

interface ReplyListProps {
  readonly title: string;
  readonly empty: string;
  readonly replies: readonly CannedReply[];
  readonly canChange: boolean;
  readonly onChanged: () => Promise<void>;
}

function ReplyList(props: ReplyListProps): ReactElement {
  const { title, empty, replies, canChange, onChanged } = props;
  return (
    <section className="card">
      <h3>{title}</h3>
      {replies.length === 0 && <p className="muted">{empty}</p>}
      <ul className="rows">
        {replies.map((reply) => (
          <ReplyRow key={reply.id} reply={reply} canChange={canChange} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  );
}
