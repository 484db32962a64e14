import type { ReactElement, ReactNode } from "react";
import { usePageTitle } from "../unsent/use-page-title.ts";

export interface PageFrameProps {
  readonly title: string;
  /** A sentence under the title. */
  readonly about?: string;
  /** What could not be loaded or done. */
  readonly problem: string | null;
  readonly loading?: boolean;
  /** Link to the parent page. */
  readonly back?: { readonly address: string; readonly label: string };
  readonly testId: string;
  readonly children: ReactNode;
}

/** Common frame of all pages except the inbox. */
export function PageFrame(props: PageFrameProps): ReactElement {
  const { title, about, problem, loading = false, back, testId, children } = props;
  usePageTitle(`${title} · Parley`);
  return (
    <main className="page" data-testid={testId}>
      <div className="page-inner">
        {back !== undefined && (
          <a className="page-back" href={back.address}>
            ‹ {back.label}
          </a>
        )}
        <h2 className="page-title">{title}</h2>
        {about !== undefined && <p className="muted">{about}</p>}
        {problem !== null && (
          <p className="problem" role="alert" data-testid="page-problem">
            {problem}
          </p>
        )}
        {loading && problem === null ? <p className="loading">Loading…</p> : children}
      </div>
    </main>
  );
}
