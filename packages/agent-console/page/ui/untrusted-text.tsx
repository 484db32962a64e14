import { textPieces } from "@parley/core/text";
import { memo, type ReactElement } from "react";

export interface UntrustedTextProps {
  readonly text: string;
  readonly className?: string;
  readonly testId?: string;
}

/**
 * Text of visitors, integrating systems or other people beside text of ours: it keeps its own direction of writing,
 * changes nobody else's, and shows as marks what turns or hides text. Use `isolatedText` where only a string can stand.
 */
export const UntrustedText = memo(function UntrustedText(props: UntrustedTextProps): ReactElement {
  const { text, className, testId } = props;
  return (
    <bdi className={className} data-testid={testId}>
      {shown(text, false)}
    </bdi>
  );
});

/** The same in lines, as the only content of a block with `dir="auto"`. */
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
