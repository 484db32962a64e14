import type { ReactElement } from "react";
import type { KeptForm } from "./use-kept-form.ts";

/** Says that a form has unsaved changes, and why an earlier save failed. */
export function NotSaved({ form }: { readonly form: KeptForm }): ReactElement | null {
  if (!form.changed) return null;
  return (
    <p className="warning" role="status" data-testid="not-saved">
      Not saved yet{form.problem === null ? "." : `: ${form.problem}`}{" "}
      <button type="button" className="quiet" onClick={form.undo} data-testid="not-saved-undo">
        Undo
      </button>
    </p>
  );
}
