import type { Finding } from "@parley/core";
import type { ReactElement } from "react";
import { UntrustedText } from "../ui/untrusted-text.tsx";

/** What the doctor found at a channel's receiver: first what is wrong and what to do, then what was checked. */
export function FindingList({ findings }: { readonly findings: readonly Finding[] }): ReactElement {
  const wrong = findings.filter(({ level }) => level !== "ok");
  const checked = findings.filter(({ level }) => level === "ok");
  return (
    <div className="findings">
      {wrong.length === 0 && (
        <p className="good" data-testid="no-fault">
          No problem was found.
        </p>
      )}
      {wrong.map((finding) => (
        <Problem key={finding.check + finding.message} finding={finding} />
      ))}
      {checked.length > 0 && (
        <details>
          <summary>What was checked</summary>
          <ul className="plain-list">
            {checked.map(({ check, message }) => (
              <li key={check + message}>
                <UntrustedText text={message} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** A finding that is not well, with what to do. */
export function Problem({ finding }: { readonly finding: Finding }): ReactElement {
  const { level, message, advice } = finding;
  return (
    <div className="row-text" data-testid="finding" data-level={level}>
      <strong className={level === "fault" ? "problem" : "warning"}>
        <UntrustedText text={message} />
      </strong>
      {advice !== undefined && <UntrustedText text={advice} />}
    </div>
  );
}
