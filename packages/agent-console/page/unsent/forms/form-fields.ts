import type { FormDraft, FormFields } from "../unsent-state.ts";

/** A control of a form. */
export interface ControlValue {
  readonly name: string;
  readonly value: string;
  /** What is saved. */
  readonly saved: string;
}

/**
 * What is kept of a form after one of its controls was changed: what another tab changed in the others stays. `null`: all
 * is as it is saved.
 */
export function afterInput(kept: FormDraft | undefined, control: ControlValue): FormDraft | null {
  const { name, value, saved } = control;
  const { [name]: _, ...rest } = kept?.fields ?? {};
  return draftOf(value === saved ? rest : { ...rest, [name]: value }, null);
}

/** What is left once `saved` was saved: what was typed meanwhile. */
export function afterSave(now: FormDraft | undefined, saved: FormDraft | undefined) {
  const fields = Object.entries(now?.fields ?? {});
  const left = fields.filter(([name, value]) => saved?.fields[name] !== value);
  return draftOf(Object.fromEntries(left), now?.problem ?? null);
}

function draftOf(fields: FormFields, problem: string | null): FormDraft | null {
  return Object.keys(fields).length === 0 ? null : { fields, problem };
}
