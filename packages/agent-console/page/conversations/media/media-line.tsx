import { Fragment, type ReactElement } from "react";
import { FileName } from "../../ui/file-name.tsx";
import { SafeLink } from "../../ui/safe-link.tsx";
import { UntrustedText } from "../../ui/untrusted-text.tsx";

export type Fact = ReactElement | string | false | null | undefined;

export interface MediaLineProps {
  /** Untrusted address that the line leads to. */
  readonly href: unknown;
  readonly emoji: string | undefined;
  readonly name: string;
  readonly isFileName: boolean;
  readonly facts: readonly Fact[];
}

/** Name and facts of a file or a place. */
export function MediaLine(props: MediaLineProps): ReactElement {
  const { href, emoji, name, isFileName, facts } = props;
  return (
    <SafeLink className="media-line" href={href}>
      {emoji !== undefined && (
        <span className="media-symbol" aria-hidden="true">
          <UntrustedText text={emoji} />
        </span>
      )}
      <span className="media-name" data-testid="media-name">
        {isFileName ? <FileName name={name} /> : <UntrustedText text={name} />}
      </span>
      <span className="media-facts">
        {facts.filter(Boolean).map((fact, at) => (
          <Fragment key={at}>
            {at > 0 && " · "}
            {fact}
          </Fragment>
        ))}
      </span>
    </SafeLink>
  );
}
