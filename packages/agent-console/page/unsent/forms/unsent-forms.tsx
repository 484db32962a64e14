import { type ReactElement, useEffect } from "react";
import type { Role } from "../../../src/accounts/accounts.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { addressOf, type Route } from "../../route.ts";
import { formPlaceOf, formsWithoutPlace } from "./form-places.ts";
import { useUnsent, useUnsentState } from "../unsent-context.ts";

export interface UnsentFormsProps {
  readonly role: Role;
  readonly route: Route;
}

/** Lists forms on other pages with unsaved changes. Drops those that the role cannot open. */
export function UnsentForms({ role, route }: UnsentFormsProps): ReactElement {
  const { store } = useUnsent();
  const forms = useUnsentState((state) => state.forms);
  useEffect(() => {
    for (const name of formsWithoutPlace(forms.keys(), role)) store.setForm(name, null);
  }, [store, forms, role]);

  const here = addressOf(route.name, "id" in route ? (route.id ?? undefined) : undefined);
  const places = [...forms.keys()].flatMap((name) => {
    const place = formPlaceOf(name);
    return place === null || place.address === here ? [] : [{ name, ...place }];
  });
  return (
    <>
      {places.map(({ name, label, address }) => (
        <p className="banner" role="status" key={name} data-testid="unsent-form">
          Not saved: <a href={address}>{label}</a>{" "}
          <ConfirmButton
            label="Discard"
            question="Give up these changes?"
            confirm="Yes, give up"
            busy={false}
            onConfirm={() => store.setForm(name, null)}
            testId="unsent-form-discard"
          />
        </p>
      ))}
    </>
  );
}
