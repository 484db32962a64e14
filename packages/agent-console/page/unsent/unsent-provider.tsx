import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { accountApi } from "../accounts/account-api.ts";
import { againMs, type ApiError, isPassing } from "../api/call.ts";
import { LoadingPage } from "../ui/loading-page.tsx";
import { openUnsent, type Unsent } from "./open-unsent.ts";
import { UnsentContext } from "./unsent-context.ts";

export interface UnsentProviderProps {
  readonly accountId: string;
  readonly onSignedOut: (notice?: string) => void;
  readonly children: ReactNode;
}

/** Loads the account's key, and provides its unsent texts while it is signed in. The key exists only here. */
export function UnsentProvider(props: UnsentProviderProps): ReactElement {
  const { accountId, onSignedOut, children } = props;
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  const [notice, setNotice] = useState("Loading…");

  useEffect(() => {
    let ended = false;
    let opened: Unsent | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (key: unknown): void => {
      if (ended) return;
      opened = openUnsent(accountId, key, () => onSignedOut("Please sign in again."));
      setUnsent(opened);
    };
    const ask = (): void => {
      accountApi.unsentKey().then(
        ({ key }) => open(key),
        (error: ApiError) => {
          if (ended) return;
          if (error.status === 401) return onSignedOut("Please sign in again.");
          // An older gateway has no keys. Agents can still answer.
          if (!isPassing(error)) return open(null);
          setNotice(error.message);
          timer = setTimeout(ask, againMs);
        },
      );
    };
    ask();
    return () => {
      ended = true;
      clearTimeout(timer);
      opened?.close();
      setUnsent(null);
    };
  }, [accountId, onSignedOut]);

  if (unsent === null) {
    return <LoadingPage notice={notice} />;
  }
  return <UnsentContext value={unsent}>{children}</UnsentContext>;
}
