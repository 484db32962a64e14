import { type ReactElement, type ReactNode, useCallback, useMemo } from "react";
import type { FirstMinuteView } from "../../src/first-minute/first-minute-routes.ts";
import { call } from "../api/call.ts";
import { useNews } from "../live/live-news.ts";
import { useLoaded } from "../ui/use-action.ts";
import { FirstMinuteContext } from "./first-minute-context.ts";

/** Loads what the first minute shows. A delivered message may end it, also on another agent's page. */
export function FirstMinuteProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const load = useCallback(() => call<FirstMinuteView>("GET", "/first-minute"), []);
  const { value, reload } = useLoaded(load);
  useNews(["state"], () => {
    if (value?.chatted === false) void reload();
  });
  const shared = useMemo(() => ({ view: value, reload }), [value, reload]);
  return <FirstMinuteContext value={shared}>{children}</FirstMinuteContext>;
}
