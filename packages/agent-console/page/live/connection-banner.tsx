import { type ReactElement, useEffect, useState } from "react";
import type { Connection } from "./tab-message.ts";

export interface ConnectionBannerProps {
  readonly connection: Connection;
  readonly problem: string | null;
}

const graceMs = 1_500;

/** Says that the page may be out of date. Not shown for a short interruption. */
export function ConnectionBanner({
  connection,
  problem,
}: ConnectionBannerProps): ReactElement | null {
  const [overdue, setOverdue] = useState(false);
  const lost = connection === "lost";

  useEffect(() => {
    if (!lost) return setOverdue(false);
    const timer = setTimeout(() => setOverdue(true), graceMs);
    return () => clearTimeout(timer);
  }, [lost]);

  if (lost && overdue) {
    return (
      <p className="banner" role="status" data-testid="connection-lost">
        Connection lost. New messages show up as soon as it is back.
      </p>
    );
  }
  if (problem === null) return null;
  return (
    <p className="banner" role="alert" data-testid="problem">
      {problem}
    </p>
  );
}
