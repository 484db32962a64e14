import { isolatedText } from "@parley/core/text";
import { type FormEvent, type ReactElement, useCallback, useState } from "react";
import type { Role } from "../../src/accounts/accounts.ts";
import type { Invitation } from "../../src/links/invitations.ts";
import { adminApi, type MadeLink } from "../api/admin-api.ts";
import { useNews } from "../live/live-news.ts";
import { ShownOnce } from "../ui/shown-once.tsx";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { NotSaved } from "../unsent/forms/not-saved.tsx";
import { useKeptForm } from "../unsent/forms/use-kept-form.ts";
import { useLoaded, useAction } from "../ui/use-action.ts";
import { fullTimeOf, shortTimeOf } from "../ui/words.ts";

/** Creates invitation links, which the admin passes on. */
export function Invitations(): ReactElement {
  const { value, problem, reload } = useLoaded(useCallback(() => adminApi.invitations(), []));
  const work = useAction();
  const kept = useKeptForm("invitation", work);
  const [made, setMade] = useState<(Invitation & MadeLink) | null>(null);
  useNews(["account"], () => void reload());

  const invite = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const { email, role } = Object.fromEntries(new FormData(form));
    void kept.save(async () => {
      setMade(await adminApi.invite(String(email), role as Role));
      form.reset();
      await reload();
    });
  };
  const withdraw = (id: string): void =>
    void work.run(async () => {
      await adminApi.withdraw(id);
      if (made?.id === id) setMade(null);
      await reload();
    });

  return (
    <section className="card">
      <h3>Invitations</h3>
      <form className="inline-form" ref={kept.ref} onInput={kept.onInput} onSubmit={invite}>
        <label>
          Email
          <input name="email" type="email" required data-testid="invite-email" />
        </label>
        <label>
          Role
          <select name="role" data-testid="invite-role">
            <option value="agent">Agent</option>
            <option value="admin">Admin</option>
          </select>
        </label>
        <button className="primary" disabled={work.busy} data-testid="invite-submit">
          Make a link
        </button>
      </form>
      <NotSaved form={kept} />
      {(work.problem ?? problem) !== null && (
        <p className="problem" role="alert" data-testid="invite-problem">
          {work.problem ?? problem}
        </p>
      )}
      {made !== null && (
        <ShownOnce
          label={`Link for ${isolatedText(made.email)}, good once, until ${fullTimeOf(made.expiresAt)}; shown only now`}
          value={made.link}
          testId="invitation-link"
        />
      )}
      {value?.invitations.length === 0 && <p className="muted">Nobody is invited at the moment.</p>}
      <ul className="rows">
        {value?.invitations.map(({ id, email, role, issuedBy, expiresAt }) => (
          <li className="row" key={id} data-testid="invitation" data-email={email}>
            <div className="row-text">
              <strong>
                <UntrustedText text={email} />
              </strong>
              <span className="muted">
                {role === "admin" ? "Admin" : "Agent"} · until {shortTimeOf(expiresAt)}
                {issuedBy !== null && (
                  <>
                    {" · by "}
                    <UntrustedText text={issuedBy.name} testId="invitation-issuer" />
                  </>
                )}
              </span>
            </div>
            <button
              type="button"
              disabled={work.busy}
              aria-label={`Withdraw the invitation of ${isolatedText(email)}`}
              onClick={() => withdraw(id)}
              data-testid="invitation-withdraw"
            >
              Withdraw
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
