import type { FormEvent, ReactElement } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";
import { accountApi } from "../accounts/account-api.ts";
import { useAction } from "../ui/use-action.ts";

export interface NameFormProps {
  /** The made-up name. Saving it unchanged keeps it. */
  readonly name: string;
  readonly onNamed: (me: MeView) => void;
  readonly onDone: () => Promise<void>;
}

/** Asks the first account once for the name that visitors read. */
export function NameForm({ name, onNamed, onDone }: NameFormProps): ReactElement {
  const work = useAction();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const chosen = String(new FormData(event.currentTarget).get("name"));
    void work.run(async () => {
      onNamed(await accountApi.rename(chosen));
      await onDone();
    });
  };
  return (
    <form className="first-minute-step" onSubmit={submit}>
      <label>
        Which name shall visitors read beside your messages?
        <input
          name="name"
          defaultValue={name}
          autoComplete="name"
          maxLength={255}
          required
          data-testid="first-minute-name"
        />
      </label>
      <div className="form-end">
        <button disabled={work.busy} data-testid="first-minute-name-save">
          Save the name
        </button>
      </div>
      {work.problem !== null && (
        <p className="problem" role="alert">
          {work.problem}
        </p>
      )}
    </form>
  );
}
