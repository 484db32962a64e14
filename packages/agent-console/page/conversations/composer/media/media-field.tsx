import { type ReactElement, useId } from "react";

/** What the form knows of a field. */
export interface FieldState {
  readonly name: string;
  readonly value: string;
  /** What is wrong, once the agent tried to send; `null`: nothing. */
  readonly problem: string | null;
  readonly onChange: (value: string) => void;
}

export type FieldOf = (name: string) => FieldState;

export interface FieldProps extends FieldState {
  readonly label: string;
  readonly testId: string;
  readonly placeholder?: string;
  readonly dir?: "auto" | "ltr";
  readonly inputMode?: "url" | "decimal";
  readonly autoFocus?: boolean;
  /** Over the form's whole width. */
  readonly wide?: boolean;
  /** Replaces typing, for example by filling in several fields. Returns whether it took the text. */
  readonly onPasted?: (text: string) => boolean;
}

/** A labelled text field. What is wrong with it stands below, and screen readers say it with the field. */
export function Field(props: FieldProps): ReactElement {
  const { label, testId, problem, value, onChange, onPasted, wide = false, ...input } = props;
  const problemId = useId();
  return (
    <div className={wide ? "field wide" : "field"}>
      <label>
        {label}
        <input
          {...input}
          value={value}
          autoComplete="off"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={(event) => onChange(event.target.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData("text");
            if (onPasted?.(text) === true) event.preventDefault();
          }}
          data-testid={testId}
        />
      </label>
      {problem !== null && (
        <p className="problem" id={problemId} data-testid={`${testId}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
