import { type FormEvent, type ReactElement, useCallback, useState } from "react";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import { adminApi } from "../api/admin-api.ts";
import { api } from "../api/api.ts";
import { addressOf, goTo } from "../route.ts";
import { PageFrame } from "../ui/page-frame.tsx";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { useAction, useLoaded } from "../ui/use-action.ts";
import { visitorName } from "../ui/words.ts";

/** Erases the visitor of a conversation, after the admin has read what goes and typed a word. */
export function EraseVisitorPage({ id }: { readonly id: string }): ReactElement {
  const { value, problem } = useLoaded(useCallback(() => api.conversation(id), [id]));
  const [erased, setErased] = useState(false);
  return (
    <PageFrame
      title="Erase a visitor"
      problem={erased ? null : problem}
      loading={value === null}
      back={{ address: erased ? addressOf("") : addressOf("c", id), label: "Inbox" }}
      testId="erase-page"
    >
      {erased ? (
        <section className="card">
          <p role="status" data-testid="erased">
            The visitor is erased.
          </p>
          <div className="form-end">
            <button type="button" onClick={() => goTo("#/")}>
              Go to the inbox
            </button>
          </div>
        </section>
      ) : (
        value !== null &&
        (value.answeredBy === undefined ? (
          <EraseForm conversation={value} onErased={() => setErased(true)} />
        ) : (
          <p data-testid="answered-by">
            <UntrustedText text={value.answeredBy} /> answers this conversation.
          </p>
        ))
      )}
    </PageFrame>
  );
}

interface EraseFormProps {
  readonly conversation: ConversationView;
  readonly onErased: () => void;
}

function EraseForm({ conversation, onErased }: EraseFormProps): ReactElement {
  const work = useAction();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const confirm = String(new FormData(event.currentTarget).get("confirm")).trim().toLowerCase();
    void work.run(async () => {
      await adminApi.eraseVisitor(conversation.id, confirm);
      onErased();
    });
  };
  return (
    <form className="card" onSubmit={submit}>
      <h3>
        <UntrustedText text={visitorName(conversation)} /> · channel {conversation.channelId}
      </h3>
      <WhatGoes />
      <label>
        Type “erase” to confirm
        <input
          name="confirm"
          required
          autoComplete="off"
          pattern="\s*[Ee][Rr][Aa][Ss][Ee]\s*"
          title="erase"
          data-testid="erase-confirm"
        />
      </label>
      <div className="form-end">
        <button className="danger" disabled={work.busy} data-testid="erase-submit">
          Erase for good
        </button>
        <a className="button" href={addressOf("c", conversation.id)}>
          Cancel
        </a>
      </div>
      {work.problem !== null && (
        <p className="problem" role="alert" data-testid="erase-problem">
          {work.problem}
        </p>
      )}
    </form>
  );
}

function WhatGoes(): ReactElement {
  return (
    <>
      <p>This erases for good:</p>
      <ul className="plain-list">
        <li>the conversation: every message of the visitor and of your agents</li>
        <li>the visitor's name, contact details, pages and photo address</li>
        <li>your agents' drafts, and what the search finds of it</li>
        <li>messages that are still waiting to be sent, and the records of their delivery</li>
      </ul>
      <p>It does not erase:</p>
      <ul className="plain-list">
        <li>what the other system has already received or keeps</li>
        <li>backups that were made before</li>
        <li>the same visitor on other channels</li>
      </ul>
      <p className="muted">When the visitor writes again, a new conversation begins.</p>
    </>
  );
}
