import type { ReactElement } from "react";
import type { OwnerLine } from "../../../src/owners/owner-lines.ts";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { fullTimeOf, timeOf } from "../../ui/words.ts";

/** Small lines in a thread: who handed the conversation over, and why. */
export function OwnerLineRows({ lines }: { readonly lines: readonly OwnerLine[] }): ReactElement {
  return (
    <>
      {lines.map((line) => (
        <OwnerLineRow key={`${line.at} ${line.to}`} line={line} />
      ))}
    </>
  );
}

function OwnerLineRow({ line }: { readonly line: OwnerLine }): ReactElement {
  const { at, to, isOwn, by, why } = line;
  return (
    <p className="owner-line" data-testid="owner-line">
      {to === null ? "Given up" : "Handed over"}
      {to !== null && !isOwn && (
        <>
          {" to "}
          <UntrustedText text={to} />
        </>
      )}
      {" by "}
      <UntrustedText text={by} />
      {why !== undefined && (
        <>
          : <UntrustedText text={why} />
        </>
      )}{" "}
      · <time title={fullTimeOf(at)}>{timeOf(at)}</time>
    </p>
  );
}
