import { type FormEvent, type ReactElement, useState } from "react";
import { Saved } from "../ui/saved.tsx";
import { useAction } from "../ui/use-action.ts";
import { NotSaved } from "../unsent/forms/not-saved.tsx";
import { useKeptForm } from "../unsent/forms/use-kept-form.ts";
import { replyApi } from "./reply-api.ts";
import { replyInputOf, ReplyFields } from "./reply-fields.tsx";

export interface AddReplyProps {
  /** Admins may add replies for everyone. */
  readonly isAdmin: boolean;
  readonly onAdded: () => Promise<void>;
}

export function AddReply({ isAdmin, onAdded }: AddReplyProps): ReactElement {
  const work = useAction();
  const kept = useKeptForm("reply", work);
  const [added, setAdded] = useState(0);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    void kept.save(async () => {
      await replyApi.add({ ...replyInputOf(data), shared: data.get("for") === "everyone" });
      form.reset();
      setAdded((count) => count + 1);
      await onAdded();
    });
  };
  return (
    <form
      className="card"
      ref={kept.ref}
      onInput={kept.onInput}
      onSubmit={submit}
      data-testid="reply-add-form"
    >
      <h3>Add a reply</h3>
      <ReplyFields key={added} testId="reply-add" />
      {isAdmin && (
        <label>
          Who can use it
          <select name="for" data-testid="reply-add-for">
            <option value="me">Only me</option>
            <option value="everyone">Everyone</option>
          </select>
        </label>
      )}
      <NotSaved form={kept} />
      <Saved work={work} changed={kept.changed} label="Add the reply" testId="reply-add-save" />
    </form>
  );
}
