import { textPieces } from "@parley/core/text";
import { memo, type ReactElement } from "react";

export interface UntrustedTextProps {
  readonly text: string;
  readonly className?: string;
  readonly testId?: string;
}

/**
 * Untrusted text beside our own. It keeps its own text direction and does not affect its surroundings. Characters that
 * change direction or hide text appear as marks. Use `isolatedText` where only a string is possible.
 */
export const UntrustedText = memo(function UntrustedText(props: UntrustedTextProps): ReactElement {
  const { text, className, testId } = props;
  return (
    <bdi className={className} data-testid={testId}>
      {shown(text, false)}
    </bdi>
  );
});

/** The same with line breaks, as the only content of a block with `dir="auto"`. */
export function UntrustedLines({ text }: Pick<UntrustedTextProps, "text">): ReactElement {
  return <>{shown(text, true)}</>;
}

function shown(text: string, lines: boolean): readonly (string | ReactElement)[] {
  return textPieces(text, { lines }).map((piece, at) =>
    piece.isMark ? (
      <span className="mark" key={at}>
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
