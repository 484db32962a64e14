import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import type { MeView } from "../../../src/accounts/me-view.ts";
import { everything } from "../inbox-view.ts";
import { DataContext, UnreadContext } from "./data-context.ts";
import { InboxData } from "./inbox-data.ts";
import { useInboxSummary } from "./use-inbox-queries.ts";

export interface DataProviderProps {
  readonly me: MeView;
  readonly onSignedOut: (notice?: string) => void;
  readonly children: ReactNode;
}

/** Provides the data of one account's inbox. Give it the account's id as key. */
export function DataProvider({ me, onSignedOut, children }: DataProviderProps): ReactElement {
  const [data] = useState(() => {
    const { available, withoutPage, present, anyAvailable } = me;
    const presence = { available, withoutPage, present, anyAvailable };
    return new InboxData({ accountId: me.account.id, presence, onSignedOut });
  });
  useEffect(() => () => data.close(), [data]);
  return (
    <QueryClientProvider client={data.client}>
      <DataContext value={data}>
        <UnreadProvider>{children}</UnreadProvider>
      </DataContext>
    </QueryClientProvider>
  );
}

function UnreadProvider({ children }: Pick<DataProviderProps, "children">): ReactElement {
  const unread = useInboxSummary(everything)?.counts.unread ?? 0;
  return <UnreadContext value={unread}>{children}</UnreadContext>;
}
