import { type ReactElement, useId, useRef, useState } from "react";

export interface ShownOnceProps {
  readonly label: string;
  readonly value: string;
  readonly testId: string;
}

/** A secret that is shown only once, with a button to copy it. */
export function ShownOnce({ label, value, testId }: ShownOnceProps): ReactElement {
  const [said, setSaid] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const copy = async (): Promise<void> => {
    try {
      // `clipboard` is missing on plain http, except on localhost.
      await navigator.clipboard.writeText(value);
      setSaid("Copied.");
    } catch {
      field.current?.select();
      setSaid("Selected: press Ctrl+C (⌘C) to copy.");
    }
  };

  return (
    <div className="shown-once">
      <label htmlFor={id}>{label}</label>
      <div className="shown-once-row">
        <input id={id} ref={field} readOnly value={value} dir="ltr" data-testid={testId} />
        <button
          type="button"
          aria-label={`Copy: ${label}`}
          onClick={() => void copy()}
          data-testid={`${testId}-copy`}
        >
          Copy
        </button>
      </div>
      <p className="muted" role="status">
        {said}
      </p>
    </div>
  );
}
