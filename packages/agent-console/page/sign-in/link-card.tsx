import type { FormEvent, ReactElement, ReactNode } from "react";
import { SignedOutCard } from "./signed-out-card.tsx";

export interface LinkCardProps {
  /** What the link is for. */
  readonly about: string;
  /** Of the account; `null` while the link was not found, or not yet. */
  readonly email: string | null;
  /** Why the link leads nowhere. */
  readonly linkProblem: string | null;
  /** Why what was sent was not done. */
  readonly sendProblem: string | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** What is asked of whoever came by the link. */
  readonly children: ReactNode;
}

/** The card of whoever came by a link for one email address. */
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
