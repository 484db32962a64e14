import { type ReactElement, useState } from "react";

export interface CopyButtonProps {
  readonly value: string;
  /** The field that shows the value: it is selected where the browser copies nothing. Default: there is none. */
  readonly field?: () => HTMLTextAreaElement | null;
  readonly testId: string;
}

/** Copies a text. */
export function CopyButton({ value, field, testId }: CopyButtonProps): ReactElement {
  const [said, setSaid] = useState("");
  const copy = async (): Promise<void> => {
    try {
      // `clipboard` is missing on plain http, except on localhost.
      await navigator.clipboard.writeText(value);
      setSaid("Copied.");
    } catch {
      field?.()?.select();
      setSaid("Select the text, and press Ctrl+C (⌘C) to copy it.");
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()} data-testid={testId}>
        Copy
      </button>
      <span className="muted" role="status">
        {said}
      </span>
    </>
  );
}
