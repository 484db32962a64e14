import type { ReactElement } from "react";
import { useFirstMinute } from "../first-minute/first-minute-context.ts";

/** For the empty list of failed messages. Before the first delivery it says nothing about messages that arrived. */
export function NothingFailed(): ReactElement | null {
  const { view } = useFirstMinute();
  if (view === null) return null;
  return (
    <>
      {view.chatted
        ? "No message to a visitor has failed."
        : "No message has reached a visitor yet, and none has failed."}
    </>
  );
}
