import type { FormEvent, ReactElement, ReactNode } from "react";
import { usePageTitle } from "../unsent/use-page-title.ts";

export interface SignedOutCardProps {
  readonly about: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly children: ReactNode;
}

/** The card shown without a session. */
export function SignedOutCard({ about, onSubmit, children }: SignedOutCardProps): ReactElement {
  usePageTitle("Parley");
  return (
    <main className="sign-in">
      <form className="sign-in-form" onSubmit={onSubmit}>
        <h1>Parley</h1>
        <p className="muted">{about}</p>
        {children}
      </form>
    </main>
  );
}
