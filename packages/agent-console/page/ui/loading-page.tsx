import type { ReactElement } from "react";

/** Stands in for the whole page until it is loaded. */
export function LoadingPage({ notice }: { readonly notice: string }): ReactElement {
  return (
    <main>
      <h1 className="only-read">Parley</h1>
      <p className="loading" role="status" data-testid="loading">
        {notice}
      </p>
    </main>
  );
}
