import { isolatedText } from "@parley/core/text";
import type { FormEvent, ReactElement } from "react";
import type { MeView } from "../../src/accounts/me-view.ts";
import { accountApi } from "./account-api.ts";
import { NewPasswordField } from "../sign-in/new-password-field.tsx";
import { NoticeForm } from "../notices/notice-form.tsx";
import { PageFrame } from "../ui/page-frame.tsx";
import { Saved } from "../ui/saved.tsx";
import { SessionList } from "./session-list.tsx";
import { ThemeChoice } from "../theme/theme-choice.tsx";
import { NotSaved } from "../unsent/forms/not-saved.tsx";
import { useKeptForm } from "../unsent/forms/use-kept-form.ts";
import { useAction } from "../ui/use-action.ts";

export interface AccountPageProps {
  readonly me: MeView;
  readonly onMe: (me: MeView) => void;
}

/** The agent's own name, password and sessions. */
export function AccountPage({ me, onMe }: AccountPageProps): ReactElement {
  const role = me.account.role === "admin" ? "an admin" : "an agent";
  return (
    <PageFrame
      title="My account"
      about={`${isolatedText(me.account.email)} · you are ${role}`}
      problem={null}
      testId="account-page"
    >
      <NameForm me={me} onMe={onMe} />
      {me.hasPassword ? (
        <PasswordForm email={me.account.email} />
      ) : (
        <section className="card">
          <h3>Password</h3>
          <p className="muted">
            You sign in by single sign-on and have no password. An admin can make a link to set one.
          </p>
        </section>
      )}
      <ThemeChoice />
      <NoticeForm />
      <SessionList />
    </PageFrame>
  );
}

function NameForm({ me, onMe }: AccountPageProps): ReactElement {
  const work = useAction();
  const kept = useKeptForm("name", work);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    void kept.save(async () => onMe(await accountApi.rename(name)));
  };
  return (
    <form className="card" ref={kept.ref} onInput={kept.onInput} onSubmit={submit}>
      <h3>Name</h3>
      <label>
        What visitors see as the writer
        <input
          name="name"
          defaultValue={me.account.name}
          autoComplete="name"
          maxLength={255}
          required
          data-testid="account-name-field"
        />
      </label>
      <NotSaved form={kept} />
      <Saved work={work} changed={kept.changed} label="Save the name" testId="account-name-save" />
    </form>
  );
}

function PasswordForm({ email }: { readonly email: string }): ReactElement {
  const work = useAction();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const { current, password } = Object.fromEntries(new FormData(form));
    void work.run(async () => {
      await accountApi.changePassword(String(current), String(password));
      form.reset();
    });
  };
  return (
    <form className="card" onSubmit={submit}>
      <h3>Password</h3>
      <p className="muted">A new password signs you out everywhere else.</p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <label>
        Current password
        <input
          name="current"
          type="password"
          autoComplete="current-password"
          required
          data-testid="current-password"
        />
      </label>
      <NewPasswordField />
      <Saved work={work} label="Change the password" testId="password-save" />
    </form>
  );
}
