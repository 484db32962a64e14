import { type ReactElement, useEffect, useRef, useState } from "react";
import type { Action } from "./use-action.ts";

export interface SavedProps {
  readonly work: Action;
  /** Whether the form has unsaved changes again. */
  readonly changed?: boolean;
  readonly label: string;
  readonly testId: string;
}

/** A form's save button and its result. */
export function Saved({ work, changed = false, label, testId }: SavedProps): ReactElement {
  const [done, setDone] = useState(false);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !work.busy) setDone(work.problem === null);
    wasBusy.current = work.busy;
  }, [work.busy, work.problem]);
  useEffect(() => {
    if (changed) setDone(false);
  }, [changed]);
  return (
    <div className="form-end">
      <button className="primary" disabled={work.busy} data-testid={testId}>
        {label}
      </button>
      {work.problem !== null && (
        <p className="problem" role="alert" data-testid={`${testId}-problem`}>
          {work.problem}
        </p>
      )}
      <p className="muted" role="status" data-testid={`${testId}-status`}>
        {done && !changed && !work.busy && work.problem === null ? "Saved." : ""}
      </p>
    </div>
  );
}
