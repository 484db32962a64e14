import { isolatedText, visibleText } from "@parley/core/text";
import { type ReactElement, useCallback } from "react";
import { accountApi, type SessionView } from "./account-api.ts";
import { deviceInWords } from "./account-words.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { useLoaded, useAction } from "../ui/use-action.ts";
import { agoInWords, fullTimeOf } from "../ui/words.ts";

/** The agent's sessions, with a button to end each. */
export function SessionList(): ReactElement {
  const { value, problem, reload } = useLoaded(useCallback(() => accountApi.sessions(), []));
  const work = useAction();
  const sessions = value?.sessions ?? [];
  const end = (ending: () => Promise<unknown>): void =>
    void work.run(async () => {
      await ending();
      await reload();
    });

  return (
    <section className="card" data-testid="sessions">
      <h3>Where you are signed in</h3>
      {(work.problem ?? problem) !== null && (
        <p className="problem" role="alert">
          {work.problem ?? problem}
        </p>
      )}
      <ul className="rows">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={work.busy}
            onEnd={() => end(() => accountApi.endSession(session.id))}
          />
        ))}
      </ul>
      <div className="form-end">
        <button
          type="button"
          disabled={work.busy || sessions.length < 2}
          onClick={() => end(accountApi.endOtherSessions)}
          data-testid="end-other-sessions"
        >
          Sign out everywhere else
        </button>
        <ConfirmButton
          label="Sign out everywhere"
          question="Here, too?"
          confirm="Yes, sign out"
          busy={work.busy}
          onConfirm={() => void work.run(accountApi.endAllSessions)}
          testId="end-all-sessions"
        />
      </div>
    </section>
  );
}

interface SessionRowProps {
  readonly session: SessionView;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps): ReactElement {
  const device = deviceInWords(session.userAgent);
  const seen = session.open ? "open now" : agoInWords(session.lastSeenAt, Date.now());
  return (
    <li className="row" data-testid="session" data-current={session.current}>
      <div className="row-text">
        <strong title={visibleText(session.userAgent)}>
          <UntrustedText text={device} />
        </strong>
        <span className="muted" title={fullTimeOf(session.lastSeenAt)}>
          <UntrustedText text={session.address || "address unknown"} /> · {seen}
        </span>
      </div>
      {session.current ? (
        <span className="badge">This browser</span>
      ) : (
        <button
          type="button"
          disabled={busy}
          aria-label={`Sign out ${isolatedText(device)}, ${isolatedText(session.address)}`}
          onClick={onEnd}
          data-testid="end-session"
        >
          Sign out
        </button>
      )}
    </li>
  );
}
