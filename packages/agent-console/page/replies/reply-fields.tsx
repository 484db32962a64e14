import { type ReactElement, useId, useState } from "react";
import { messagesIn } from "../conversations/composer/messages-in.ts";
import { replyVariables, unknownVariables } from "./reply-variables.ts";

export interface ReplyFieldsProps {
  readonly shortcut?: string;
  readonly text?: string;
  readonly testId: string;
}

const longestText = 4_000;

/** Shortcut and text, with what is known about the text while it is typed. */
export function ReplyFields({ shortcut = "", text = "", testId }: ReplyFieldsProps): ReactElement {
  const [typed, setTyped] = useState(text);
  const hintId = useId();
  const variables = replyVariables.map((name) => `{{${name}}}`).join(", ");
  return (
    <>
      <label>
        Shortcut
        <input
          name="shortcut"
          defaultValue={shortcut}
          required
          maxLength={41}
          pattern="\s*/?[^\s\/]+\s*"
          title="One word without spaces or slashes"
          placeholder="hours"
          autoCapitalize="none"
          autoComplete="off"
          data-testid={`${testId}-shortcut`}
        />
      </label>
      <label>
        Text
        <textarea
          name="text"
          className="reply-text"
          defaultValue={text}
          required
          rows={3}
          maxLength={longestText}
          dir="auto"
          aria-describedby={hintId}
          onInput={(event) => setTyped(event.currentTarget.value)}
          data-testid={`${testId}-text`}
        />
      </label>
      <p className="muted" id={hintId}>
        Replaced when you use it: {variables}. {"{{visitor.name|there}}"} says “there” to a visitor
        without a name.
      </p>
      <Remarks text={typed} testId={testId} />
    </>
  );
}

function Remarks({ text, testId }: { readonly text: string; readonly testId: string }) {
  const unknown = unknownVariables(text);
  const parts = messagesIn(text).length;
  return (
    <>
      {unknown.length > 0 && (
        <p className="warning" role="status" data-testid={`${testId}-unknown`}>
          Not a variable, so visitors will see it as it is: {`{{${unknown[0]}}}`}
        </p>
      )}
      {parts > 1 && (
        <p className="muted" data-testid={`${testId}-parts`}>
          It is sent as {parts} messages: one holds 1000 characters.
        </p>
      )}
    </>
  );
}

/** The fields of a submitted form. */
export function replyInputOf(form: FormData): { readonly shortcut: string; readonly text: string } {
  return { shortcut: String(form.get("shortcut")), text: String(form.get("text")) };
}
