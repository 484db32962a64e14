import { type ReactElement, useEffect, useRef, useState } from "react";
import { isFocusLost } from "./focus.ts";

export interface ConfirmButtonProps {
  readonly label: string;
  /** What will happen, worded as a question. */
  readonly question: string;
  /** Label of the button that does it. */
  readonly confirm: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly testId: string;
}

/** A button for an action that cannot be undone. It asks for confirmation. */
export function ConfirmButton(props: ConfirmButtonProps): ReactElement {
  const { label, question, confirm, busy, onConfirm, testId } = props;
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (asking) wasAsked.current = true;
    // The buttons of the question are gone.
    else if (wasAsked.current && isFocusLost()) button.current?.focus();
  }, [asking, busy]);
  if (!asking) {
    return (
      <button
        type="button"
        ref={button}
        disabled={busy}
        onClick={() => setAsking(true)}
        data-testid={testId}
      >
        {label}
      </button>
    );
  }
  return (
    <span className="confirm" role="group" aria-label={question}>
      <span>{question}</span>
      <button
        type="button"
        className="danger"
        autoFocus
        disabled={busy}
        onClick={() => {
          setAsking(false);
          onConfirm();
        }}
        data-testid={`${testId}-confirm`}
      >
        {confirm}
      </button>
      <button type="button" className="quiet" onClick={() => setAsking(false)}>
        Cancel
      </button>
    </span>
  );
}
