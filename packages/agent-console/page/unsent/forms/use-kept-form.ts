import { type FormEvent, type RefObject, useLayoutEffect, useRef } from "react";
import type { Action } from "../../ui/use-action.ts";
import { useUnsent, useUnsentState } from "../unsent-context.ts";
import { afterInput, afterSave } from "./form-fields.ts";
import type { FormFields } from "../unsent-state.ts";

export interface KeptForm {
  readonly ref: RefObject<HTMLFormElement | null>;
  readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
  /** Whether it has unsaved changes, also from before a reload. */
  readonly changed: boolean;
  /** Why the last save failed. */
  readonly problem: string | null;
  /** Saves with the given function. Keeps the draft until that succeeds. */
  readonly save: (save: () => Promise<unknown>) => Promise<boolean>;
  /** Discards the draft. */
  readonly undo: () => void;
}

/** Keeps a form's input until it is saved. Passwords and hidden fields are never kept. */
export function useKeptForm(name: string, work: Action): KeptForm {
  const { store } = useUnsent();
  const kept = useUnsentState(({ forms }) => forms.get(name));
  const ref = useRef<HTMLFormElement>(null);

  const shown = useRef<FormFields>({});
  // After every render: React may have replaced a control, when the saved value changed.
  useLayoutEffect(() => {
    const fields = kept?.fields ?? {};
    for (const control of controlsOf(ref.current)) {
      const wasKept = shown.current[control.name] !== undefined;
      const value = fields[control.name] ?? (wasKept ? savedValueOf(control) : control.value);
      if (control.value !== value) control.value = value;
    }
    shown.current = fields;
  });

  const onInput = ({ target }: FormEvent<HTMLFormElement>): void => {
    const control = controlsOf(ref.current).find((each) => each === target);
    if (control === undefined) return;
    const { name: field, value } = control;
    const before = store.getState().forms.get(name);
    store.setForm(name, afterInput(before, { name: field, value, saved: savedValueOf(control) }));
  };

  const save = (change: () => Promise<unknown>): Promise<boolean> =>
    work.run(async () => {
      const before = store.getState().forms.get(name);
      try {
        await change();
        store.setForm(name, afterSave(store.getState().forms.get(name), before));
      } catch (error) {
        const now = store.getState().forms.get(name);
        const problem = error instanceof Error ? error.message : "Something went wrong.";
        if (now !== undefined) store.setForm(name, { ...now, problem });
        throw error;
      }
    });

  const undo = (): void => {
    ref.current?.reset();
    store.setForm(name, null);
  };

  return { ref, onInput, changed: kept !== undefined, problem: kept?.problem ?? null, save, undo };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function controlsOf(form: HTMLFormElement | null): readonly Control[] {
  const all = [...(form?.elements ?? [])];
  return all.filter(
    (control): control is Control =>
      control instanceof HTMLSelectElement ||
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement && !["password", "hidden"].includes(control.type)),
  );
}

function savedValueOf(control: Control): string {
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? "";
}
