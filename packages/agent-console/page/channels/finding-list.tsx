import type { Finding, FindingLevel } from "@parley/core";
import type { ReactElement } from "react";
import { UntrustedText } from "../ui/untrusted-text.tsx";

const levels: Readonly<Record<FindingLevel, { readonly label: string; readonly tone: string }>> = {
  ok: { label: "Works", tone: "good" },
  warning: { label: "Look at this", tone: "warning" },
  fault: { label: "Does not work", tone: "problem" },
};

/** What the doctor says about a channel, with what to do. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }): ReactElement {
  return (
    <ul className="rows findings">
      {findings.map(({ check, level, message, advice }) => (
        <li className="row" key={check + message} data-testid="finding" data-level={level}>
          <div className="row-text">
            <strong className={levels[level].tone}>{levels[level].label}</strong>
            <UntrustedText text={message} />
            {advice !== undefined && <UntrustedText className="muted" text={advice} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
