import type { ReactElement } from "react";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { snippetOf } from "./snippet.ts";

export interface FoundTextProps {
  readonly text: string;
  readonly query: string;
  readonly className?: string;
}

/** Untrusted text around what was searched for, which is marked. */
export function FoundText({ text, query, className }: FoundTextProps): ReactElement {
  const pieces = snippetOf(text, query);
  if (pieces.length === 0) return <UntrustedText className={className ?? ""} text={text} />;
  return (
    <bdi className={className} dir="auto">
      {pieces.map((piece, at) =>
        piece.isMatch ? (
          <em key={at} className="search-match" data-testid="search-match">
            <UntrustedText text={piece.text} />
          </em>
        ) : (
          <UntrustedText key={at} text={piece.text} />
        ),
      )}
    </bdi>
  );
}
