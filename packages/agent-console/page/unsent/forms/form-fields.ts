import type { FormDraft, FormFields } from "../unsent-state.ts";

/** A control of a form and its values. */
export interface ControlValue {
  readonly name: string;
  readonly value: string;
  /** The saved value. */
  readonly saved: string;
}

/**
 * The draft after one control changed. Fields changed by another tab stay. `null`: everything equals the saved values.
 */
export function afterInput(kept: FormDraft | undefined, control: ControlValue): FormDraft | null {
  const { name, value, saved } = control;
  const { [name]: _, ...rest } = kept?.fields ?? {};
  return draftOf(value === saved ? rest : { ...rest, [name]: value }, null);
}

/** The draft after `saved` was saved: only what was typed meanwhile. */
export function afterSave(now: FormDraft | undefined, saved: FormDraft | undefined) {
  const fields = Object.entries(now?.fields ?? {});
  const left = fields.filter(([name, value]) => saved?.fields[name] !== value);
  return draftOf(Object.fromEntries(left), now?.problem ?? null);
}

function draftOf(fields: FormFields, problem: string | null): FormDraft | null {
  return Object.keys(fields).length === 0 ? null : { fields, problem };
}
