import { isolatedText } from "@parley/core/text";
import { type FormEvent, type ReactElement, useState } from "react";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { UntrustedLines, UntrustedText } from "../ui/untrusted-text.tsx";
import { useAction } from "../ui/use-action.ts";
import { replyFormOf } from "../unsent/forms/form-places.ts";
import { NotSaved } from "../unsent/forms/not-saved.tsx";
import { useUnsent, useUnsentState } from "../unsent/unsent-context.ts";
import { useKeptForm } from "../unsent/forms/use-kept-form.ts";
import { type CannedReply, replyApi } from "./reply-api.ts";
import { replyInputOf, ReplyFields } from "./reply-fields.tsx";

export interface ReplyRowProps {
  readonly reply: CannedReply;
  readonly canChange: boolean;
  readonly onChanged: () => Promise<void>;
}

export function ReplyRow({ reply, canChange, onChanged }: ReplyRowProps): ReactElement {
  const { store } = useUnsent();
  const formName = replyFormOf(reply.id);
  const isKept = useUnsentState(({ forms }) => forms.has(formName));
  const [editing, setEditing] = useState(isKept);
  const work = useAction();
  const name = isolatedText(`/${reply.shortcut}`);
  const remove = (): void =>
    void work.run(async () => {
      await replyApi.remove(reply.id);
      store.setForm(formName, null);
      await onChanged();
    });
  const done = async (): Promise<void> => {
    await onChanged();
    setEditing(false);
  };
  if (canChange && editing) {
    return (
      <li className="row">
        <EditReply reply={reply} onSaved={done} onClose={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li className="row reply" data-testid="reply" data-shortcut={reply.shortcut}>
      <div className="row-text">
        <strong>
          /<UntrustedText text={reply.shortcut} />
        </strong>
        <p className="muted reply-words" dir="auto">
          <UntrustedLines text={reply.text} />
        </p>
      </div>
      {canChange && (
        <div className="row-actions" role="group" aria-label={`Actions for ${name}`}>
          <button type="button" onClick={() => setEditing(true)} data-testid="reply-edit">
            Edit
          </button>
          <ConfirmButton
            label="Delete"
            question={`Delete ${name}?`}
            confirm="Yes, delete"
            busy={work.busy}
            onConfirm={remove}
            testId="reply-delete"
          />
        </div>
      )}
      {work.problem !== null && (
        <p className="problem" role="alert">
          {work.problem}
        </p>
      )}
    </li>
  );
}

interface EditReplyProps {
  readonly reply: CannedReply;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

function EditReply({ reply, onSaved, onClose }: EditReplyProps): ReactElement {
  const work = useAction();
  const kept = useKeptForm(replyFormOf(reply.id), work);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const change = replyInputOf(new FormData(event.currentTarget));
    void kept
      .save(() => replyApi.change(reply.id, change))
      .then((saved) => (saved ? onSaved() : undefined));
  };
  const cancel = (): void => {
    kept.undo();
    onClose();
  };
  return (
    <form
      className="reply-edit"
      ref={kept.ref}
      onInput={kept.onInput}
      onSubmit={submit}
      data-testid="reply-edit-form"
    >
      <ReplyFields shortcut={reply.shortcut} text={reply.text} testId="reply-edit" />
      <NotSaved form={kept} />
      {work.problem !== null && (
        <p className="problem" role="alert" data-testid="reply-edit-problem">
          {work.problem}
        </p>
      )}
      <div className="form-end">
        <button className="primary" disabled={work.busy} data-testid="reply-edit-save">
          Save
        </button>
        <button type="button" className="quiet" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
