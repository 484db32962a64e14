import type { FormEvent, ReactElement, ReactNode } from "react";
import { SignedOutCard } from "./signed-out-card.tsx";

export interface LinkCardProps {
  /** What the link is for. */
  readonly about: string;
  /** The account's email; `null` while the link is being checked, or is invalid. */
  readonly email: string | null;
  /** Why the link is invalid. */
  readonly linkProblem: string | null;
  /** Why the submitted form failed. */
  readonly sendProblem: string | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The form's fields. */
  readonly children: ReactNode;
}

/** The card for a person who opened a link. */
export function LinkCard(props: LinkCardProps): ReactElement {
  const { about, email, linkProblem, sendProblem, onSubmit, children } = props;
  const problem = sendProblem ?? linkProblem;
  return (
    <SignedOutCard
      about={linkProblem === null ? about : "This link cannot be used."}
      onSubmit={onSubmit}
    >
      {email !== null && (
        <>
          <label>
            Email
            <input
              type="email"
              name="username"
              autoComplete="username"
              readOnly
              value={email}
              data-testid="link-email"
            />
          </label>
          {children}
        </>
      )}
      {problem !== null && (
        <p className="problem" role="alert" data-testid="signed-out-problem">
          {problem}
        </p>
      )}
      {linkProblem !== null && <a href="#/">Sign in instead</a>}
    </SignedOutCard>
  );
}
