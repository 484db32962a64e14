import { isolatedText } from "@parley/core/text";
import { type ReactElement, useState } from "react";
import type { PersonChange } from "../../src/accounts/people.ts";
import { adminApi, type MadeLink, type PersonView } from "../api/admin-api.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { useAction } from "../ui/use-action.ts";
import { agoInWords, fullTimeOf } from "../ui/words.ts";

export interface PersonRowProps {
  readonly person: PersonView;
  readonly isOwn: boolean;
  readonly onChanged: () => Promise<void>;
}

export function PersonRow({ person, isOwn, onChanged }: PersonRowProps): ReactElement {
  const { id, name, email, role, disabled } = person;
  const isolated = isolatedText(name);
  const work = useAction();
  const [made, setMade] = useState<MadeLink | null>(null);
  const change = (wanted: PersonChange): void =>
    void work.run(async () => {
      await adminApi.changePerson(id, wanted);
      await onChanged();
    });

  return (
    <li className="row person" data-testid="person" data-email={email} data-disabled={disabled}>
      <div className="row-text">
        <strong>
          <UntrustedText text={name} />
          {isOwn && " (you)"}
        </strong>
        <span className="muted">
          <UntrustedText text={email} /> · {stateInWords(person)}
        </span>
      </div>
      <span className="badge" data-testid="person-role">
        {disabled ? "Disabled" : role === "admin" ? "Admin" : "Agent"}
      </span>
      <div className="row-actions" role="group" aria-label={`Actions for ${isolated}`}>
        <ConfirmButton
          label={role === "admin" ? "Make agent" : "Make admin"}
          question={
            role === "admin" ? `Make ${isolated} an agent only?` : `Make ${isolated} an admin?`
          }
          confirm="Yes"
          busy={work.busy}
          onConfirm={() => change({ role: role === "admin" ? "agent" : "admin" })}
          testId="person-change-role"
        />
        {disabled ? (
          <button
            type="button"
            disabled={work.busy}
            onClick={() => change({ disabled: false })}
            data-testid="person-enable"
          >
            Enable
          </button>
        ) : (
          <>
            <button
              type="button"
              disabled={work.busy}
              onClick={() =>
                void work.run(async () => setMade(await adminApi.makePasswordLink(id)))
              }
              data-testid="person-password-link"
            >
              Reset password
            </button>
            <ConfirmButton
              label="Sign out"
              question={`Sign ${isolated} out everywhere?`}
              confirm="Yes, sign out"
              busy={work.busy}
              onConfirm={() =>
                void work.run(async () => {
                  await adminApi.endSessionsOf(id);
                  await onChanged();
                })
              }
              testId="person-sign-out"
            />
            <ConfirmButton
              label="Disable"
              question={`Sign ${isolated} out and keep them out?`}
              confirm="Yes, disable"
              busy={work.busy}
              onConfirm={() => change({ disabled: true })}
              testId="person-disable"
            />
          </>
        )}
      </div>
      {work.problem !== null && (
        <p className="problem" role="alert" data-testid="person-problem">
          {work.problem}
        </p>
      )}
      {made !== null && (
        <ShownOnce
          label={`Send this link to ${isolated} to choose a new password. It works once, until ${fullTimeOf(made.expiresAt)}, and is shown only now`}
          value={made.link}
          testId="password-link"
        />
      )}
    </li>
  );
}

function stateInWords(person: PersonView): string {
  const { available, present, disabled, lastSeenAt, hasPassword } = person;
  if (present) return "present: visitors see that somebody is here";
  const seen = lastSeenAt === null ? "not signed in" : `seen ${agoInWords(lastSeenAt, Date.now())}`;
  const way = hasPassword || disabled ? "" : " · single sign-on";
  return (available ? `available, but not there: ${seen}` : seen) + way;
}
